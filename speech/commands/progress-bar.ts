import type { WriteStream } from 'node:tty';
import type { SpeechEvent } from '../engine/port.ts';

const barCells = 24;

/** Where each stage begins and ends on the whole bar; decoding is short, recognition and translation are the work. */
const spanOfStage: Record<SpeechEvent['stage'], readonly [number, number]> = {
  audio: [0.1, 0.1],
  recognition: [0.1, 0.6],
  enhancement: [0.6, 0.62],
  translation: [0.62, 1],
};

const labelOfStage: Record<SpeechEvent['stage'], string> = {
  audio: 'listening',
  recognition: 'recognising',
  enhancement: 'cleaning',
  translation: 'translating',
};

/** How far the whole work is, from 0 to 1. */
export function measureProgress(event: SpeechEvent): number {
  const [from, to] = spanOfStage[event.stage];
  return 'progress' in event ? from + (to - from) * event.progress : to;
}

/** Draws one line that rewrites itself on a terminal, and nothing at all into a pipe or a file. */
export function createProgressBar(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
  const draw = (text: string) => {
    if (stream.isTTY) stream.write(`\r\u001b[2K${text}`);
  };
  return {
    show(event: SpeechEvent): void {
      const share = measureProgress(event);
      const filled = Math.round(share * barCells);
      const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
      draw(`${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${labelOfStage[event.stage]}`);
    },
    clear(): void {
      draw('');
    },
  };
}
