import { randomInt, timingSafeEqual } from 'node:crypto';
import { signInCodeDigits } from '#shared/limits.ts';
import { sha256 } from '../core/keys.ts';

/** Drawn by itself, never made from the link's token: a million guesses must not lead to the link (security.md S1). */
export const makeCode = (): string => String(randomInt(10 ** signInCodeDigits)).padStart(signInCodeDigits, '0');

/**
 * Hashed together with the 128-bit mark that only the asking browser holds: another browser's right code is wrong, and a
 * copy of the database, which has no marks, cannot try out a million codes.
 */
export const hashCode = (browserBinding: string, code: string): string => sha256(`${browserBinding} ${code}`);

/** In constant time. */
export const isSameHash = (kept: string | null | undefined, given: string): boolean =>
  timingSafeEqual(Buffer.from(kept ?? sha256('')), Buffer.from(given));
