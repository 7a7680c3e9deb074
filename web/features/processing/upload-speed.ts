import { uploadTimeoutMilliseconds } from '#shared/limits.ts';

/** Too early a guess would frighten: the first seconds of a connection are its slowest. */
const measureAfterMilliseconds = 4_000;

/** Whether an upload at this speed will still be going on when the time-out strikes. */
export function isTooSlow(uploadedFraction: number, elapsedMilliseconds: number): boolean {
  if (elapsedMilliseconds < measureAfterMilliseconds || uploadedFraction >= 1) return false;
  return uploadedFraction <= 0 || elapsedMilliseconds / uploadedFraction > uploadTimeoutMilliseconds;
}
