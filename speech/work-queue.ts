import { SpeechError } from './speech-error.ts';

export type WorkQueueOptions = {
  /** Jobs that run at once. */
  concurrency: number;
  /** Jobs that may wait; one more is refused with `QUEUE_FULL`. */
  maxWaiting: number;
};

type Waiting = { start: () => void; onPosition: (position: number) => void };

export type WorkQueue = {
  /**
   * Runs `job` when its turn comes. `onPosition` hears 1 for the next in line, and again whenever the place changes.
   * @throws {SpeechError} `QUEUE_FULL` at once, or `TRANSCRIPTION_CANCELLED` when `signal` fires while waiting.
   */
  run<T>(
    job: () => Promise<T>,
    options?: { signal?: AbortSignal; onPosition?: (position: number) => void },
  ): Promise<T>;
  readonly running: number;
  readonly waiting: number;
};

/** A bounded first-come queue: nobody waits without an end in sight, and memory stays bounded. */
export function createWorkQueue({ concurrency, maxWaiting }: WorkQueueOptions): WorkQueue {
  const line: Waiting[] = [];
  let running = 0;

  const announce = () => {
    line.forEach(({ onPosition }, at) => {
      onPosition(at + 1);
    });
  };

  function release(): void {
    running -= 1;
    line.shift()?.start();
    announce();
  }

  function waitForTurn(signal: AbortSignal | undefined, onPosition: (position: number) => void): Promise<void> {
    if (signal?.aborted) return Promise.reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    if (line.length >= maxWaiting) return Promise.reject(new SpeechError('QUEUE_FULL'));
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(entry), 1);
        announce();
        reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
      };
      const entry: Waiting = {
        onPosition,
        start: () => {
          signal?.removeEventListener('abort', leave);
          running += 1;
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(entry);
      onPosition(line.length);
    });
  }

  return {
    async run(job, { signal, onPosition = () => {} } = {}) {
      await waitForTurn(signal, onPosition);
      try {
        return await job();
      } finally {
        release();
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return line.length;
    },
  };
}
