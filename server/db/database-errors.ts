import { setTimeout as sleep } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';

/** The database could not be reached before any statement was sent. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** Errors of the drivers arrive wrapped: the error itself, then what caused it, and so on. */
const chainOf = (error: unknown, most = 5): (Error & { code?: unknown })[] =>
  error instanceof Error && most > 0 ? [error, ...chainOf(error.cause, most - 1)] : [];

/** Only what a database statement threw counts here: a visitor's own broken connection has the same system codes. */
const findDatabaseError = (error: unknown): Error | undefined =>
  chainOf(error).find((at) => at instanceof DrizzleQueryError || at instanceof DatabaseUnreachable);

const findCode = (error: unknown): string | undefined =>
  chainOf(error)
    .map(({ code }) => code)
    .find((code): code is string => typeof code === 'string' && code.length >= 5);

/** PostgreSQL: shutting down, crashed, starting up. */
const goneCodes = new Set(['57P01', '57P02', '57P03']);
/** PostgreSQL's classes of connections that break, and of too little room, memory or connections. */
const goneClasses = ['08', '53'];

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code);

/** The database cannot work now and may come back; a statement without an SQLSTATE never had an answer. */
export function isDatabaseGone(error: unknown): boolean {
  const found = findDatabaseError(error);
  if (!found) return false;
  const code = findCode(found);
  return code === undefined || !isSqlState(code) || goneClasses.includes(code.slice(0, 2)) || goneCodes.has(code);
}

export const isDuplicate = (error: unknown): boolean => findCode(findDatabaseError(error)) === '23505';

export const isLockTimeout = (error: unknown): boolean => findCode(error) === '55P03';

const pauseMilliseconds = 500;
const retryMilliseconds = 60_000;

/** Repeats a write while the database is away: work already done is worth the wait. */
export async function retryWhileGone<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + retryMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseGone(error) || Date.now() > giveUpAt) throw error;
      await sleep(pauseMilliseconds);
    }
  }
}
