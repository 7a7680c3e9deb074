import { setTimeout as sleep } from 'node:timers/promises';

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const systemPause: Pause = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});

const silence = Symbol('silence');

/** What `work` ends in, or `silence` where that takes longer. */
async function within<T>(work: Promise<T>, milliseconds: number, pause: Pause): Promise<T | typeof silence> {
  const settled = new AbortController();
  try {
    return await Promise.race([work, pause(milliseconds, settled.signal).then((): typeof silence => silence)]);
  } finally {
    settled.abort();
  }
}

/**
 * The same pieces of text, and `filler` whenever nothing came for a while: proxies cut an answer that is silent for a
 * minute, and the reader could not tell a long wait from a dead line.
 */
export async function* fillSilence(
  pieces: AsyncGenerator<string>,
  { filler, everyMilliseconds, pause = systemPause }: { filler: string; everyMilliseconds: number; pause?: Pause },
): AsyncGenerator<string> {
  let next = pieces.next();
  try {
    for (;;) {
      const piece = await within(next, everyMilliseconds, pause);
      if (piece === silence) yield filler;
      else if (piece.done) return;
      else {
        yield piece.value;
        next = pieces.next();
      }
    }
  } finally {
    // A reader who leaves does not wait for what is still being written.
    pieces.return(undefined).catch(() => {});
  }
}

/** Whether `work` is over in time; what it ended in, well or not, is for the caller to read. */
export async function isOverWithin(
  work: Promise<unknown>,
  milliseconds: number,
  pause: Pause = systemPause,
): Promise<boolean> {
  const over = work.then(
    () => true,
    () => true,
  );
  return (await within(over, milliseconds, pause)) !== silence;
}
