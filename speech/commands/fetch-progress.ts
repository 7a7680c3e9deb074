import type { WriteStream } from 'node:tty';
import type { FetchProgress } from '../models/fetch-model.ts';
import { formatBytes } from '../models/format-models.ts';

/** In a log one line a step of this many percent. */
const loggedStepPercent = 10;

/** One line that rewrites itself on a terminal; in a pipe or a log a line a model and tenth. */
export function createFetchProgress(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
  let logged = '';
  return {
    show({ model, path, downloadedBytes, totalBytes }: FetchProgress): void {
      const percent = totalBytes > 0 ? Math.floor((downloadedBytes / totalBytes) * 100) : 0;
      const amount = `${formatBytes(downloadedBytes)} of ${formatBytes(totalBytes)}`;
      if (stream.isTTY) {
        stream.write(`\r\u001b[2K${model} ${String(percent).padStart(3)} %  ${amount}  ${path}`);
        return;
      }
      const step = `${model} ${percent - (percent % loggedStepPercent)} %`;
      if (step === logged) return;
      logged = step;
      stream.write(`${step}  ${amount}\n`);
    },
    clear(): void {
      if (stream.isTTY) stream.write('\r\u001b[2K');
    },
  };
}
