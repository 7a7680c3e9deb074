import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { DatabaseUnreachable, isDatabaseGone, isLockTimeout } from './database-errors.ts';
import * as schema from './schema.ts';

/** Any number: it only has to be the same in every process of ours. */
const migrationLock = 5_207_391;
const connectionTimeoutMillis = 5_000;
/** A server that stands still (a frozen disk) must not hold a request for ever. */
const queryTimeoutMillis = 20_000;
const poolSize = 10;

/** Errors of an idle connection reach callers as the failure of their next statement. */
const ignore = () => {};

/** A statement that waits for a table makes all others wait behind it: it gives up and tries again. */
const lockWaitMilliseconds = 3_000;
const migrationTries = 40;
const pauseBetweenTriesMilliseconds = 1_000;

/** Old processes go on working meanwhile; a reader that holds a table for long only delays the new one's start. */
async function migrateWithRetry(db: Parameters<typeof migrate>[0], migrationsFolder: string): Promise<void> {
  await db.execute(sql.raw(`set lock_timeout = ${lockWaitMilliseconds}`));
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrate(db, { migrationsFolder });
    } catch (error) {
      if (!isLockTimeout(error) || tries >= migrationTries) throw error;
      await sleep(pauseBetweenTriesMilliseconds);
    }
  }
}

/** Several processes may start at once: one migrates, the others wait for it. */
async function migrateServer(connectionString: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis });
  client.on('error', ignore);
  await client.connect();
  try {
    const db = drizzle({ client });
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await migrateWithRetry(db, migrationsFolder);
  } finally {
    await client.end();
  }
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis,
    query_timeout: queryTimeoutMillis,
  });
  pool.on('error', ignore);
  // The pool listens to idle clients alone; one that is lost in the middle of a transaction has to be heard, too.
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** Transactions that give their connection back however they end; drizzle's own keep it when `begin` fails. */
function transactOn(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnreachable(error);
    });
    let isBroken = false;
    try {
      return await (drizzle({ client, schema }) as unknown as Db).transaction(work, config);
    } catch (error) {
      isBroken = isDatabaseGone(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}

const reconnectPauseMilliseconds = 500;

async function connect(connectionString: string, channels: EventEmitter, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, keepAlive: true });
  // Every loss ends in 'end'; an error without a listener would end the process.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => void channels.emit(channel, payload));
  try {
    await client.connect();
    for (const name of channels.eventNames()) await client.query(`listen ${client.escapeIdentifier(String(name))}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  client.once('end', onLost);
  return client;
}

/** `LISTEN` on a connection of its own, taken up again whenever the server has been away. */
function startListener(connectionString: string) {
  const channels = new EventEmitter();
  let isClosed = false;
  let current: Promise<pg.Client> | undefined;

  async function keepTrying(): Promise<pg.Client> {
    for (;;) {
      try {
        return await connect(connectionString, channels, reopen);
      } catch (error) {
        if (isClosed) throw error;
        await sleep(reconnectPauseMilliseconds);
      }
    }
  }

  function reopen(): void {
    if (isClosed) return;
    current = keepTrying();
    current.catch(() => {
      // Closed while it tried.
    });
  }

  return {
    async listen(channel: string, onPayload: (payload: string) => void): Promise<void> {
      channels.on(channel, onPayload);
      current ??= keepTrying();
      const client = await current;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    },
    async close(): Promise<void> {
      isClosed = true;
      const client = await current?.catch(() => undefined);
      await client?.end().catch(() => {});
    },
  };
}

export async function openServer(url: string, migrationsFolder: string | undefined): Promise<Database> {
  if (migrationsFolder) await migrateServer(url, migrationsFolder);
  const pool = openPool(url);
  const db = drizzle({ client: pool, schema }) as unknown as Db;
  db.transaction = transactOn(pool);
  const listener = startListener(url);
  return {
    db,
    isExclusive: false,
    listen: listener.listen,
    readPool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}
