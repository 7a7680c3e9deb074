import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { openServer } from '#server/db/open-server.ts';
import { destroySharedPostgres, sharedPostgres } from '../support/test-app.ts';

afterAll(destroySharedPostgres);

/** Our migrations and one more. */
function addMigration(statement: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  cpSync(path.resolve(import.meta.dirname, '../../server/db/migrations'), folder, { recursive: true });
  const journalFile = path.join(folder, 'meta/_journal.json');
  const journal: { entries: { idx: number }[] } = JSON.parse(readFileSync(journalFile, 'utf8'));
  const [idx, tag] = [journal.entries.length, 'of_the_next_release'];
  journal.entries.push({ ...journal.entries.at(-1), idx, tag, when: Date.now() + 86_400_000 } as { idx: number });
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(path.join(folder, `${tag}.sql`), statement);
  return folder;
}

it('a migration steps back from a table that somebody reads, and lets others at it meanwhile (D18)', async () => {
  const databaseUrl = await (await sharedPostgres()).createDatabase();
  await (await openDatabase({ databaseUrl, dataDir: '' })).close();
  const client = () => new pg.Client({ connectionString: databaseUrl });
  const [reader, other] = [client(), client()];
  for (const each of [reader, other]) await each.connect();
  const migrationsFolder = addMigration('create table of_the_next_release (id text)');
  await reader.query('begin');
  await reader.query('lock table drizzle.__drizzle_migrations in access exclusive mode');
  let isOpen = false;
  const opening = openServer(databaseUrl, migrationsFolder).then((database) => {
    isOpen = true;
    return database;
  });
  const isWaiting = async () => {
    const { rows } = await other.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  // It lets go by itself, and comes back.
  await expect.poll(isWaiting).toBe(false);
  await expect.poll(isWaiting).toBe(true);
  expect(isOpen).toBe(false);
  await reader.query('rollback');
  const database = await opening;
  expect((await other.query('select * from of_the_next_release')).rows).toEqual([]);
  for (const each of [reader, other]) await each.end();
  rmSync(migrationsFolder, { recursive: true });
  await database.close();
});

describe('going back to the release before', () => {
  const folder = path.resolve(import.meta.dirname, '../../server/db/migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

  it('works, because migrations only add: no column, table or value that it needs goes or changes', () => {
    const breaking =
      /\bdrop (?!constraint|index)|\brename\b|\balter column\b|\bset not null\b|\badd column (?!.*\bdefault\b).*\bnot null\b/i;
    // What they drop the release before does not read: `delivered_at` is of 0.1, `folder_marks` of no release. 0018 loosens
    // a column that 0016 of the same release added.
    const known = ['0003_drop_delivered.sql', '0017_without_marks.sql', '0018_ready_mail_unsaid.sql'];
    expect(files.filter((name) => breaking.test(read(name)))).toEqual(known);
  });
});
