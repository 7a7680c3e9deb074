import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Database, Db } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { transcriptions, users } from '#server/db/schema.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** An empty embedded database with its schema, made once and copied: that saves each test file seconds. */
export async function copyPgliteTemplate(dataDir: string): Promise<void> {
  // Made anew when the schema or the library that reads it changes.
  const migrations = path.join(root, 'server/db/migrations');
  const hash = createHash('sha256').update(
    readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json')),
  );
  // The journal too: a migration that is generated again is another one, whatever its statements are.
  for (const name of ['meta/_journal.json', ...readdirSync(migrations)])
    if (/\.(sql|json)$/.test(name)) hash.update(readFileSync(path.join(migrations, name)));
  const cache = path.join(root, 'node_modules/.cache');
  const template = path.join(cache, `pglite-template-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(template)) {
    const draft = path.join(cache, `pglite-draft-${process.pid}`);
    mkdirSync(draft, { recursive: true });
    await (await openDatabase({ databaseUrl: undefined, dataDir: draft })).close();
    // Another test file may have been first.
    await rename(path.join(draft, 'db'), template).catch(() => {});
    rmSync(draft, { recursive: true, force: true });
  }
  cpSync(template, path.join(dataDir, 'db'), { recursive: true });
}

/** An embedded database for all tests of a file: open from their `beforeAll` on, gone after them. */
export function openTestDatabase(): Database {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'test-database-'));
  const database = {} as Database;
  beforeAll(async () => {
    await copyPgliteTemplate(dataDir);
    Object.assign(database, await openDatabase({ databaseUrl: undefined, dataDir }));
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return database;
}

/** A person with an account, `ID@tusaale.so`. */
export async function insertTestUser(db: Db, id: string, more: Partial<typeof users.$inferInsert> = {}): Promise<void> {
  const at = new Date('2026-11-22T09:00:00Z');
  const known = { fullName: 'Xaawo', language: 'so', policyVersion: '1', consentedAt: at, createdAt: at } as const;
  await db.insert(users).values({ id, email: `${id}@tusaale.so`, ...known, ...more });
}

type NewResult = Partial<typeof transcriptions.$inferInsert>;

/** Work of `user` on bytes of its own that was done and charged on 23 November, unless `part` says otherwise. */
export async function insertTestResult(db: Db, id: string, part: NewResult = {}): Promise<void> {
  const at = new Date('2026-11-23T09:00:00Z');
  const work = { userId: 'user', sha256: id, uploadBytes: 7, createdAt: at, finishedAt: at, durationSeconds: 2.5 };
  await db.insert(transcriptions).values({ id, ...work, state: 'done', charge: 'charged', ...part });
}
