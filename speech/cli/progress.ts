import type { WriteStream } from 'node:tty';
import type { SpeechEvent } from '../engine/port.ts';
import type { FetchProgress } from '../models/fetch-model.ts';
import { formatBytes } from './format-models.ts';

const barCells = 24;

/** Where each stage begins and ends on the whole bar; decoding is short, recognition and translation are the work. */
const stages: Record<SpeechEvent['stage'], { label: string; from: number; to: number }> = {
  audio: { label: 'listening', from: 0.1, to: 0.1 },
  recognition: { label: 'recognising', from: 0.1, to: 0.6 },
  enhancement: { label: 'cleaning', from: 0.6, to: 0.62 },
  translation: { label: 'translating', from: 0.62, to: 1 },
};

type Terminal = Pick<WriteStream, 'isTTY' | 'write'>;

/** Writes a line over the one before it on a terminal, and nothing at all into a pipe or a file. */
function rewriteLine(stream: Terminal, text = ''): void {
  if (stream.isTTY) stream.write(`\r\u001b[2K${text}`);
}

export const createProgressBar = (stream: Terminal) => ({
  show(event: SpeechEvent): void {
    const { label, from, to } = stages[event.stage];
    const share = 'progress' in event ? from + (to - from) * event.progress : to;
    const filled = Math.round(share * barCells);
    const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
    rewriteLine(stream, `${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${label}`);
  },
  clear: () => rewriteLine(stream),
});

const loggedStepPercent = 10;

/** One line that rewrites itself on a terminal; in a pipe or a log a line a model and tenth. */
export function createFetchProgress(stream: Terminal) {
  let logged = '';
  return {
    show({ model, path, downloadedBytes, totalBytes }: FetchProgress): void {
      const percent = totalBytes > 0 ? Math.floor((downloadedBytes / totalBytes) * 100) : 0;
      const amount = `${formatBytes(downloadedBytes)} of ${formatBytes(totalBytes)}`;
      rewriteLine(stream, `${model} ${String(percent).padStart(3)} %  ${amount}  ${path}`);
      const step = `${model} ${percent - (percent % loggedStepPercent)} %`;
      if (stream.isTTY || step === logged) return;
      logged = step;
      stream.write(`${step}  ${amount}\n`);
    },
    clear: () => rewriteLine(stream),
  };
}
