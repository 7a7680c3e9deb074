import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mails } from '#server/db/schema.ts';
import { findUnbalancedUsers } from '#server/ledger/store.ts';
import { startS3Server } from '../support/s3-server.ts';
import { destroySharedPostgres, sharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import {
  call,
  makeRecording,
  readSession,
  signIn,
  signUp,
  uniqueEmail,
  upload,
  uploadLive,
} from '../support/test-client.ts';

/** Real servers that are stopped in the middle of work and started again; the mail server's turn is in server-mail.test.ts. */
describe('when a part goes away and comes back', () => {
  let app: TestApp;
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    s3 = await startS3Server();
    app = await startTestApp({ database: 'Postgres', env: s3.env, script: { workMilliseconds: 0 } });
  });
  afterAll(async () => {
    await app.destroy();
    await s3.stop();
    await destroySharedPostgres();
  });
  const isRunning = () => app.calls.running;
  const remaining = async (token: string) => (await readSession(app.base, token)).body.data.attemptsRemaining;

  it('the database: clear refusals meanwhile, and running work ends well', async () => {
    const postgres = await sharedPostgres();
    const { token } = await signIn(app.base);
    app.script.workMilliseconds = 3_000;
    const [live, waiting] = [uploadLive(app.base, token, makeRecording()), upload(app.base, token, makeRecording())];
    await expect.poll(isRunning, { interval: 10 }).toBe(2);
    await postgres.stop();
    const refused = await readSession(app.base, token);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
    expect((await signUp(app.base, uniqueEmail())).status).toBe(503);
    expect((await call(app.base, '/api/ready')).body).toMatchObject({ ready: false, database: false });
    expect((await call(app.base, '/api/health')).status).toBe(200);
    // What was recognised waits for the database before anything is made of it.
    expect(isRunning()).toBe(2);
    await postgres.start();
    expect((await live).events.at(-1)?.stage).toBe('done');
    expect((await waiting).status).toBe(200);
    expect(await remaining(token)).toBe(1);
    app.script.workMilliseconds = 0;
    expect((await upload(app.base, token, makeRecording())).status).toBe(200);
    const email = uniqueEmail();
    await signUp(app.base, email);
    const state = async () => (await app.database.db.select().from(mails).where(eq(mails.recipient, email)))[0]?.state;
    await expect.poll(state).toBe('sent');
  });

  it('the database, again and again in the middle of transactions: every request is answered, the process lives', async () => {
    const postgres = await sharedPostgres();
    app.script.workMilliseconds = 50;
    const people = await Promise.all(Array.from({ length: 10 }, () => signIn(app.base)));
    const rounds = Number(process.env.OUTAGE_STOPS ?? 2);
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const before = statuses.length;
      const keepAsking = async (ask: () => Promise<{ status: number }>) => {
        while (!isOver) statuses.push((await ask()).status);
      };
      const loops = people.flatMap(({ token }) =>
        [
          () => signUp(app.base, uniqueEmail()),
          () => signUp(app.base, uniqueEmail()),
          () => readSession(app.base, token),
          () => readSession(app.base, token),
          () => upload(app.base, token, makeRecording()),
          () => upload(app.base, token, makeRecording()),
        ].map(keepAsking),
      );
      // Sixty requests are always under way; the stop comes at another moment of them each time.
      const count = () => statuses.length - before;
      await expect.poll(count, { interval: 1 }).toBeGreaterThan(40 + 7 * round);
      await postgres.stop();
      isOver = true;
      await postgres.start();
      await Promise.all(loops);
    }
    expect(statuses.filter((status) => ![200, 403, 503].includes(status))).toEqual([]);
    await expect
      .poll(() => readSession(app.base, people[0]?.token ?? ''))
      .toMatchObject({
        status: 200,
      });
    await expect.poll(isRunning).toBe(0);
    expect(await findUnbalancedUsers(app.database.db)).toEqual([]);
    app.script.workMilliseconds = 0;
  }, 600_000);

  it('the store: an upload is refused without a charge, and passes once it is back', async () => {
    const { token } = await signIn(app.base);
    const bytes = makeRecording();
    await s3.stop();
    const refused = await upload(app.base, token, bytes);
    expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await remaining(token)).toBe(3);
    await s3.start();
    expect((await upload(app.base, token, bytes)).body.data.attemptsRemaining).toBe(2);
  });

  it('the store while something is deleted: what was asked for has happened, and is said so', async () => {
    const { token } = await signIn(app.base);
    const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    await s3.stop();
    const remove = (path: string) => call(app.base, path, { method: 'DELETE', token });
    expect((await remove(`/api/transcription/${id}`)).status).toBe(200);
    expect((await remove('/api/account')).status).toBe(200);
    expect((await readSession(app.base, token)).status).toBe(401);
    await s3.start();
  });

  it('the store in the middle of work: the work waits for it and is charged once', async () => {
    const { token } = await signIn(app.base);
    app.script.workMilliseconds = 1_000;
    const before = app.calls.recognised;
    const answer = upload(app.base, token, makeRecording());
    await expect.poll(isRunning, { interval: 10 }).toBe(1);
    await s3.stop();
    await expect.poll(isRunning).toBe(0);
    await s3.start();
    expect((await answer).body.data.attemptsRemaining).toBe(2);
    expect(app.calls.recognised).toBe(before + 1);
  });
});
