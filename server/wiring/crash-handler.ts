import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../observability/describe-error.ts';

type Options = {
  /** Takes no new work, ends or hands back what is in hand. */
  drain: () => Promise<void>;
  graceSeconds: number;
  /** One line of JSON. */
  write: (line: string) => void;
  exit: (code: number) => void;
};

/**
 * For an error that no code of ours caught: after it nothing in this process can be trusted, so it says what happened, lets
 * go of its work and ends, and the supervisor starts a new one. No test of ours may need this.
 * @returns what to call with such an error
 */
export function createCrashHandler({ drain, graceSeconds, write, exit }: Options): (error: unknown) => Promise<void> {
  let isEnding = false;
  return async (error) => {
    write(JSON.stringify({ level: 60, event: 'process_failed', err: describeError(error) }));
    if (isEnding) return;
    isEnding = true;
    await Promise.race([drain().catch(() => {}), sleep(graceSeconds * 1000, undefined, { ref: true })]);
    exit(1);
  };
}

export function installCrashHandler(options: Omit<Options, 'write' | 'exit'>): void {
  const handle = createCrashHandler({ ...options, write: console.error, exit: process.exit });
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
