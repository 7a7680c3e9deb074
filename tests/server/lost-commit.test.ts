import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/database.ts';
import { DatabaseUnreachable } from '#server/db/database-errors.ts';
import { transcriptions, users } from '#server/db/schema.ts';
import { chargeAttempt } from '#server/ledger/store.ts';
import { createTranscriptionService } from '#server/transcription/service.ts';
import { insertTranscription, readTranscription } from '#server/transcription/store.ts';
import { createTranscriptionWorker } from '#server/transcription/worker.ts';
import { destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { signIn } from '../support/test-client.ts';

/** Commits the first transaction, and loses the answer to it on the way. */
function loseFirstAnswer(db: Db): Db {
  let isLost = false;
  const transaction: Db['transaction'] = async (work, config) => {
    const done = await db.transaction(work, config);
    if (isLost) return done;
    isLost = true;
    throw new DatabaseUnreachable(new Error('the line broke'));
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('an upload whose commit was not answered', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env: { ROLE: 'web' }, database: 'Postgres' });
  });
  afterAll(async () => {
    await app.destroy();
    await destroySharedPostgres();
  });

  it('keeps its file, which the work needs; a refused one is let go', async () => {
    const { db } = app.database;
    const { email } = await signIn(app.base);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const kept = new Set<string>();
    const service = createTranscriptionService({
      database: { ...app.database, db: loseFirstAnswer(db) },
      clock: app.clock,
      storage: {
        put: async (key: string) => void kept.add(key),
        remove: async (key: string) => void kept.delete(key),
      } as never,
      signer: {} as never,
      readEngine: {} as never,
      log: () => {},
      config: {
        ...{ queueLimit: 1, longQueueLimitSeconds: 60, maxAudioSeconds: 60, freeMaxAudioSeconds: 60 },
        rateLimits: { newRecordingsPerUserPerMinute: { count: 3, seconds: 60 } } as never,
      },
      storageWatch: { isUp: () => true },
    });
    const send = (sha256: string) =>
      service.accept({
        userId: user?.id ?? '',
        sha256,
        localPath: '',
        bytes: 1,
        container: 'wav',
        anyLanguage: false,
      });
    await expect(send('one')).rejects.toThrow(DatabaseUnreachable);
    const rows = await db.select({ uploadKey: transcriptions.uploadKey }).from(transcriptions);
    expect([...kept]).toEqual(rows.map(({ uploadKey }) => uploadKey));
    expect(kept.size).toBe(1);
    await expect(send('two')).rejects.toThrow('QUEUE_FULL');
    expect(kept.size).toBe(1);
  });
});

describe('a result whose commit was not answered', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.destroy());

  it('keeps its recording: the second try finds what the first one did', async () => {
    const { db } = app.database;
    const { email } = await signIn(app.base);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const id = 'lost-commit';
    const at = app.clock.now();
    await chargeAttempt(db, { userId: user?.id ?? '', reason: 'upload', transcriptionId: id, at });
    const work = { id, userId: user?.id ?? '', sha256: id, uploadBytes: 1, uploadKey: `uploads/${id}`, createdAt: at };
    const claimedUntil = new Date(Date.now() + 3_600_000);
    await insertTranscription(db, { ...work, state: 'running', charge: 'reserved', run: 1, claimedUntil });
    const kept = new Set<string>();
    const events: string[] = [];
    const worker = createTranscriptionWorker({
      database: { ...app.database, db: loseFirstAnswer(db) },
      feed: { subscribe: () => () => {}, subscribeToDeletion: () => () => {} },
      clock: app.clock,
      storage: {
        fetchTo: (_key: string, file: string) => writeFile(file, ''),
        put: async (key: string) => void kept.add(key),
        remove: async (key: string) => void kept.delete(key),
      } as never,
      engine: {
        getState: () => ({ state: 'ready' }),
        transcribe: async () => ({ durationSeconds: 2, timings: {}, warnings: [] }),
        encodeForStorage: async () => {},
      } as never,
      limiter: { note: async () => undefined },
      log: (event) => void events.push(event),
      tempDir: app.dataDir,
      storageWatch: { recheck: () => {} },
      metrics: { observeWait: () => {}, observeStage: () => {} },
      outbox: { addReady: async () => {} },
      config: { appUrl: new URL(app.base) },
    });
    const claimed = await readTranscription(db, id);
    const place = { stepAside: () => () => {}, isNeeded: () => undefined };
    if (claimed) await worker.handle(claimed, new AbortController().signal, place);
    const row = await readTranscription(db, id);
    expect(row?.state).toBe('done');
    expect([...kept]).toEqual([row?.audioKey]);
    expect(events).toContain('transcription_finished');
  });
});
