import { Failure } from '../core/failure.ts';

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);
const retryWhenFullSeconds = 60;

/** The disk, or this account's share of it, has no room left. */
export const isDiskFull = (error: unknown): boolean =>
  fullCodes.has(String((error as NodeJS.ErrnoException | undefined)?.code));

export const storageFull = (cause?: unknown): Failure =>
  new Failure('STORAGE_FULL', { retryAfterSeconds: retryWhenFullSeconds, cause });
