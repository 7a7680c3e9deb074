import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A connection or a transaction; the stores take either. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  /** No other process can be at work on it: whatever was in hand before this start was left by one that died. */
  isExclusive: boolean;
  /** Calls back with the payload of every `NOTIFY channel`, of any process on this database. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>;
  readPool(): { open: number; idle: number; waiting: number } | undefined;
  close(): Promise<void>;
};

export const first = async <R>(rows: PromiseLike<R[]>): Promise<R | undefined> => (await rows)[0];

export const countRows = async (rows: PromiseLike<unknown[]>): Promise<number> => (await rows).length;

/** By the one clock that every process shares: hosts disagree by minutes, and a worker must not look dead for it. */
export const secondsFromNow = (seconds: number): SQL => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

type Claimable = { key: PgColumn; claimedUntil: PgColumn; isWaiting: SQL | undefined };

export function isNextDue(db: Db, { key, claimedUntil, isWaiting }: Claimable, ...order: (PgColumn | SQL)[]): SQL {
  const isFree = sql`coalesce(${claimedUntil}, '-infinity') < clock_timestamp()`;
  const next = db
    .select({ key })
    .from(key.table)
    .where(and(isWaiting, isFree))
    .orderBy(...order)
    .limit(1)
    .for('update', { skipLocked: true });
  return sql`${key} = (${next})`;
}

export const isAnswering = (db: Db): Promise<boolean> =>
  db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
