import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { PgBoss } from 'pg-boss';
import type * as schema from './schema.ts';

/** A connection or a transaction; the stores take either. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  /** No other process can be at work on it: whatever was in hand before this start was left by one that died. */
  isExclusive: boolean;
  /** Calls back with the payload of every `NOTIFY channel`, of any process on this database. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>;
  /** How the job queue reaches the same database. */
  queueOptions: ConstructorParameters<typeof PgBoss>[0] & object;
  isAlive(): Promise<boolean>;
  /** Connections open and idle, and requests that wait for one; nothing where there is no pool. */
  readPool(): { open: number; idle: number; waiting: number } | undefined;
  close(): Promise<void>;
};

export const isAnswering = (db: Db): Promise<boolean> =>
  db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
