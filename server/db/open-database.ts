import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { tryLock } from '#platform/lock-file.ts';
import type { Database } from './database.ts';
import { openServer } from './open-server.ts';
import * as schema from './schema.ts';

/** One process per embedded database: two would corrupt it without a word (measured). */
export function lockFolder(folder: string): () => void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const lock = tryLock(`${folder}.lock`);
  if (lock.isOurs) return lock.unlock;
  throw new Error(
    `The database in ${folder} is in use by process ${lock.holder}. Stop that process, or set DATA_DIR to another folder.`,
  );
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

async function openEmbedded(dataDir: string, migrates: boolean): Promise<Database> {
  const folder = path.join(dataDir, 'db');
  const unlock = lockFolder(folder);
  const client = new PGlite(folder);
  await client.waitReady;
  const db = drizzle({ client, schema });
  if (migrates) await migrate(db, { migrationsFolder });
  return {
    db,
    isExclusive: true,
    listen: async (channel, onPayload) => void (await client.listen(channel, onPayload)),
    readPool: () => undefined,
    async close() {
      await client.close();
      unlock();
    },
  };
}

type Options = {
  databaseUrl: string | undefined;
  dataDir: string;
  /** `false` for commands, which must not change the schema under servers of another version. */
  migrates?: boolean;
};

export function openDatabase({ databaseUrl, dataDir, migrates = true }: Options): Promise<Database> {
  if (!databaseUrl) return openEmbedded(dataDir, migrates);
  return openServer(databaseUrl, migrates ? migrationsFolder : undefined);
}
