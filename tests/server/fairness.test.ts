import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptions, users } from '#server/db/schema.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { makeRecording, signIn, upload, uploadLive } from '../support/test-client.ts';

const realClock = { now: () => new Date(), advance: () => {} };

describe.each(databaseKinds)('several people’s recordings on %s', (database) => {
  let app: TestApp;
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  beforeAll(async () => {
    const env = { WORKER_CONCURRENCY: '1' };
    app = await startTestApp({ database, env, clock: realClock, script: { workMilliseconds: 20, hold } });
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
    const queued = Array.from({ length: 5 }, () => upload(app.base, busy.token, makeRecording()));
    await expect.poll(() => db.$count(transcriptions)).toBe(5);
    await expect.poll(() => app.calls.transcribed).toBe(1);
    const single = uploadLive(app.base, other.token, makeRecording());
    await expect.poll(() => db.$count(transcriptions)).toBe(6);
    release();
    const { events } = await single;
    await Promise.all(queued);
    const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, other.email));
    const rows = await db.select().from(transcriptions).orderBy(asc(transcriptions.finishedAt));
    expect(rows.findIndex(({ userId }) => userId === person?.id)).toBe(1);
    for (const event of events) if (event.stage === 'queued') expect(event).toMatchObject({ position: 0 });
    // A person's own keep the order in which they came.
    const own = rows.filter((row) => row.userId !== person?.id).map(({ priority }) => priority);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  });
});
