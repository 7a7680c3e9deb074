import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptions, users } from '#server/db/schema.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from './helpers/test-app.ts';
import { makeRecording, signIn, upload, uploadLive } from './helpers/test-client.ts';

const realClock = { now: () => new Date(), advance: () => {} };

describe.each(databaseKinds)('several people’s recordings on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    const env = { WORKER_CONCURRENCY: '1' };
    app = await startTestApp({ database, env, clock: realClock, script: { workMilliseconds: 300 } });
  });
  afterAll(async () => {
    await app.destroy();
    if (database === 'Postgres') await destroySharedPostgres();
  });

  it('take turns: one upload waits for at most the one in hand, not for all that somebody queued before it (D8)', async () => {
    const { db } = app.database;
    const busy = await signIn(app.base);
    const other = await signIn(app.base);
    await db.update(users).set({ isUnlimited: true }).where(eq(users.email, busy.email));
    const queued = Array.from({ length: 8 }, () => upload(app.base, busy.token, makeRecording()));
    await expect.poll(() => db.$count(transcriptions), { interval: 20 }).toBe(8);
    const { events } = await uploadLive(app.base, other.token, makeRecording());
    await Promise.all(queued);
    const [rest] = await db.select({ id: users.id }).from(users).where(eq(users.email, other.email));
    const rows = await db.select().from(transcriptions).orderBy(asc(transcriptions.finishedAt));
    const theirs = rows.find((row) => row.userId === rest?.id);
    const came = theirs?.createdAt ?? new Date(0);
    const doneBefore = rows.filter((row) => row.finishedAt !== null && row.finishedAt <= came).length;
    const finishedBefore = rows.findIndex((row) => row.id === theirs?.id);
    expect(doneBefore).toBeLessThan(7);
    expect(finishedBefore - doneBefore).toBeLessThanOrEqual(1);
    const positions = events.flatMap((event) => (event.stage === 'queued' ? [event.position] : []));
    expect(Math.max(0, ...positions)).toBeLessThanOrEqual(1);
    // A person's own keep the order in which they came.
    const own = rows.filter((row) => row.userId !== rest?.id).map(({ turn }) => turn);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  });
});
