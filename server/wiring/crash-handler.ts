import { describeError } from '../observability/describe-error.ts';

/** After an error that no code caught nothing can be trusted: the process says so in one line of JSON and ends. */
export function installCrashHandler(): void {
  const handle = (error: unknown) => {
    console.error(JSON.stringify({ level: 60, event: 'process_failed', err: describeError(error) }));
    process.exit(1);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
