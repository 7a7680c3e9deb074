import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator';
import { fromPglite, type PgBoss } from 'pg-boss';
import postgres from 'postgres';
import { lockFolder } from './lock-folder.ts';
import * as schema from './schema.ts';

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
  close(): Promise<void>;
};

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number: it only has to be the same in every process of ours. */
const migrationLock = 5_207_391;

async function answers(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const folder = path.join(dataDir, 'db');
  const unlock = lockFolder(folder);
  const client = new PGlite(folder);
  await client.waitReady;
  const db = drizzlePglite({ client, schema });
  await migratePglite(db, { migrationsFolder });
  return {
    db,
    isExclusive: true,
    listen: async (channel, onPayload) => void (await client.listen(channel, onPayload)),
    queueOptions: { db: fromPglite(client), backend: 'pglite' },
    isAlive: () => answers(db),
    async close() {
      await client.close();
      unlock();
    },
  };
}

/** Several processes may start at once: one migrates, the others wait for it. */
async function migrateServer(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await migratePostgres(drizzlePostgres({ client }), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function openServer(url: string): Promise<Database> {
  await migrateServer(url);
  const client = postgres(url, { max: 10, onnotice: () => {}, connect_timeout: 5, backoff: () => 0.5 });
  const db = drizzlePostgres({ client, schema });
  return {
    db,
    isExclusive: false,
    listen: async (channel, onPayload) => void (await client.listen(channel, onPayload)),
    queueOptions: { connectionString: url, max: 4, connectionTimeoutMillis: 5_000 },
    isAlive: () => answers(db),
    close: () => client.end({ timeout: 5 }),
  };
}

/** Opens Postgres where `databaseUrl` names one, else the embedded database in `dataDir`, and brings its schema up to date. */
export function openDatabase(options: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl) : openEmbedded(options.dataDir);
}
