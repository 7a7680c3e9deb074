import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptions, users } from '#server/db/schema.ts';
import { chargeAttempt } from '#server/ledger/store.ts';
import { insertTranscription, readTranscription, type TranscriptionRow } from '#server/transcription/store.ts';
import { createTranscriptionWorker } from '#server/transcription/worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { readSession, signIn } from '../support/test-client.ts';

describe('work that has been tried often', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.destroy());

  const storeIsAway = async () => {
    throw new Error('the store is away');
  };
  const createWorker = () =>
    createTranscriptionWorker({
      database: app.database,
      feed: { subscribe: () => () => {}, subscribeToDeletion: () => () => {} },
      clock: app.clock,
      storage: { fetchTo: storeIsAway, remove: async () => {} } as never,
      engine: app.engine,
      log: () => {},
      tempDir: app.dataDir,
      storageWatch: { recheck: () => {} },
      metrics: { observeWait: () => {}, observeStage: () => {} },
    });

  /** Reserved as an upload reserves it, in the hands of its latest run, where no worker of the app's own finds it. */
  async function takeWork(tries: { run: number; deaths: number }) {
    const { token, email } = await signIn(app.base);
    const { db } = app.database;
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const id = `work-${tries.deaths}-${email.slice(4, 12)}`;
    const at = app.clock.now();
    await chargeAttempt(db, { userId: user?.id ?? '', reason: 'upload', transcriptionId: id, at });
    const work = { id, userId: user?.id ?? '', sha256: id, uploadBytes: 1, uploadKey: `uploads/${id}`, createdAt: at };
    const claimedUntil = new Date(Date.now() + 3_600_000);
    await insertTranscription(db, { ...work, ...tries, claimedUntil, state: 'running', charge: 'reserved' });
    return { row: (await readTranscription(db, id)) as TranscriptionRow, token };
  }
  const stateOf = async ({ id }: TranscriptionRow) => (await readTranscription(app.database.db, id))?.state;
  const remaining = async (token: string) => (await readSession(app.base, token)).body.data.attemptsRemaining;

  it('waits on when it was put back: the store or the database is away, not the recording wrong', async () => {
    const { row } = await takeWork({ run: 9, deaths: 0 });
    await createWorker().handle(row, new AbortController().signal);
    expect(await stateOf(row)).toBe('queued');
    await app.database.db.delete(transcriptions).where(eq(transcriptions.id, row.id));
  });

  it('is refunded after an hour of that', async () => {
    const { row, token } = await takeWork({ run: 9, deaths: 0 });
    app.clock.advance(3_601);
    await createWorker().handle(row, new AbortController().signal);
    expect(await stateOf(row)).toBe('failed');
    expect(await remaining(token)).toBe(3);
  });

  it('is tried again while its worker has died under it a few times', async () => {
    const { row } = await takeWork({ run: 9, deaths: 8 });
    await createWorker().handle(row, new AbortController().signal);
    expect(await stateOf(row)).toBe('queued');
    await app.database.db.delete(transcriptions).where(eq(transcriptions.id, row.id));
  });

  it('is refunded when its worker died under it each time', async () => {
    const { row, token } = await takeWork({ run: 9, deaths: 9 });
    await createWorker().handle(row, new AbortController().signal);
    expect(await app.database.db.$count(transcriptions, eq(transcriptions.errorCode, 'TRANSCRIPTION_FAILED'))).toBe(2);
    expect(await remaining(token)).toBe(3);
  });
});
