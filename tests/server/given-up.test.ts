import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptions, users } from '#server/db/schema.ts';
import { chargeAttempt } from '#server/ledger/store.ts';
import { insertTranscription, readTranscription } from '#server/transcription/store.ts';
import { createTranscriptionWorker } from '#server/transcription/worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { readSession, signIn } from '../support/test-client.ts';

describe('work that the queue has tried often enough', () => {
  let app: TestApp;
  const enqueued: string[] = [];
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.destroy());

  const createWorker = () =>
    createTranscriptionWorker({
      database: app.database,
      queue: {
        enqueue: async (_tx, _name, data) => void enqueued.push('transcriptionId' in data ? data.transcriptionId : ''),
      },
      feed: { subscribe: () => () => {}, subscribeToDeletion: () => () => {} },
      clock: app.clock,
      storage: { remove: async () => {} } as never,
      engine: app.engine,
      log: () => {},
      tempDir: app.dataDir,
      observer: { observeWait: () => {}, observeStage: () => {} },
    });

  /** Reserved as an upload reserves it, in the state that its last try left. */
  async function leaveWork(state: 'queued' | 'running') {
    const { token, email } = await signIn(app.base);
    const { db } = app.database;
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const id = `work-${enqueued.length}-${state}-${email.slice(4, 9)}`;
    const at = app.clock.now();
    await chargeAttempt(db, { userId: user?.id ?? '', reason: 'upload', transcriptionId: id, at });
    const work = { id, userId: user?.id ?? '', sha256: id, uploadBytes: 1, uploadKey: `uploads/${id}`, createdAt: at };
    await insertTranscription(db, { ...work, state, charge: 'reserved', run: 9 });
    return { id, token };
  }
  const remaining = async (token: string) => (await readSession(app.base, token)).body.data.attemptsRemaining;

  it('waits on when it was handed back: the store or the database is away, not the recording wrong', async () => {
    const { id } = await leaveWork('queued');
    await createWorker().giveUp({ transcriptionId: id });
    expect(enqueued).toContain(id);
    expect((await readTranscription(app.database.db, id))?.state).toBe('queued');
  });

  it('is refunded after an hour of that', async () => {
    const { id, token } = await leaveWork('queued');
    app.clock.advance(3_601);
    await createWorker().giveUp({ transcriptionId: id });
    expect(enqueued).not.toContain(id);
    expect((await readTranscription(app.database.db, id))?.state).toBe('failed');
    expect(await remaining(token)).toBe(3);
  });

  it('is refunded when its worker died under it each time', async () => {
    const { id, token } = await leaveWork('running');
    await createWorker().giveUp({ transcriptionId: id });
    expect(enqueued).not.toContain(id);
    expect(await app.database.db.$count(transcriptions, eq(transcriptions.errorCode, 'TRANSCRIPTION_FAILED'))).toBe(2);
    expect(await remaining(token)).toBe(3);
  });
});
