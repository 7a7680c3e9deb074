import { describeError } from '../observability/describe-error.ts';

/**
 * For an error that no code of ours caught: after it nothing in this process can be trusted, so it says what happened in one
 * line of JSON and ends; its supervisor starts a new one, and its claims of work run out. No test of ours may need this.
 */
export function installCrashHandler(): void {
  const handle = (error: unknown) => {
    console.error(JSON.stringify({ level: 60, event: 'process_failed', err: describeError(error) }));
    process.exit(1);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
