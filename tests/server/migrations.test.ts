import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { destroySharedPostgres, sharedPostgres } from '../support/test-app.ts';

afterAll(destroySharedPostgres);

it('a migration steps back from a table that somebody reads, and lets others at it meanwhile (D18)', async () => {
  const databaseUrl = await (await sharedPostgres()).createDatabase();
  const first = await openDatabase({ databaseUrl, dataDir: '' });
  await first.close();
  const client = () => new pg.Client({ connectionString: databaseUrl });
  const [reader, other, undo] = [client(), client(), client()];
  for (const each of [reader, other, undo]) await each.connect();
  // As if the latest migration had not run yet: its table is there to be made again.
  await undo.query('drop table admin_actions');
  await undo.query(
    'delete from drizzle.__drizzle_migrations where created_at >= (select max(created_at) from drizzle.__drizzle_migrations)',
  );
  await reader.query('begin');
  await reader.query('lock table drizzle.__drizzle_migrations in access exclusive mode');
  let isOpen = false;
  const opening = openDatabase({ databaseUrl, dataDir: '' }).then((database) => {
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
  expect((await other.query('select * from admin_actions')).rows).toEqual([]);
  for (const each of [reader, other, undo]) await each.end();
  await database.close();
});
