import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/pglite-template.ts';
import { workers } from '../db/schema.ts';
import { startingEngine } from './engine-status.ts';
import { deleteSilentWorkers, deleteWorkerReport, readWorkerReports, saveWorkerReport } from './worker-store.ts';

const database = openTestDatabase();
beforeEach(() => database.db.delete(workers));

const ready = { ...startingEngine, state: 'ready' as const };
async function report(id: string, agoSeconds: number): Promise<void> {
  await saveWorkerReport(database.db, { id, engine: startingEngine });
  const seenAt = sql`now() - make_interval(secs => ${agoSeconds})`;
  await database.db.update(workers).set({ seenAt }).where(eq(workers.id, id));
}
const heard = async (seconds: number) => (await readWorkerReports(database.db, seconds)).map(({ id }) => id);

it('a worker’s latest report takes the place of its last, and is heard of anew', async () => {
  await report('one', 60);
  expect(await heard(30)).toEqual([]);
  await saveWorkerReport(database.db, { id: 'one', engine: ready });
  expect(await readWorkerReports(database.db, 30)).toMatchObject([{ id: 'one', engine: ready }]);
});

it('the latest comes first; the silent are not heard, and forgotten apart from the others', async () => {
  for (const [id, agoSeconds] of [
    ['old', 20],
    ['new', 1],
    ['silent', 60],
  ] as const)
    await report(id, agoSeconds);
  expect(await heard(30)).toEqual(['new', 'old']);
  expect(await deleteSilentWorkers(database.db, 30)).toBe(1);
  expect(await deleteSilentWorkers(database.db, 30)).toBe(0);
  await deleteWorkerReport(database.db, 'new');
  expect(await heard(9999)).toEqual(['old']);
});
