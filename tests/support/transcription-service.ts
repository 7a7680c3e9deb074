import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect } from 'vitest';
import { Failure } from '#server/core/failure.ts';
import type { Database } from '#server/db/database.ts';
import { ledgerEntries, transcriptions, users } from '#server/db/schema.ts';
import { startingEngine } from '#server/transcription/engine-status.ts';
import { createTranscriptionService, type ReceivedUpload } from '#server/transcription/service.ts';
import type { NewTranscription } from '#server/transcription/store.ts';
import type { SpeechEngineState } from '#shared/transcript.ts';
import { insertTestResult, insertTestUser, openTestDatabase } from './pglite-template.ts';
import { createScriptedEngine, scriptedTexts } from './scripted-engine.ts';

export const start = new Date('2026-11-23T09:00:00Z');
export const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);

export const received = (sha256: string, more: Partial<ReceivedUpload> = {}): ReceivedUpload => {
  return { userId: 'user', sha256, anyLanguage: false, localPath: '/tmp/upload', bytes: 7, container: 'ogg', ...more };
};

export const refusal = async (answer: Promise<unknown>): Promise<Failure> => {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};

/** What stands around the service, new for each test. */
const surroundings = () => ({
  now: start,
  objects: new Map<string, string>(),
  events: [] as Record<string, unknown>[],
  /** In place of the store's answer. */
  storeFails: undefined as Error | undefined,
  isStoreUp: true,
  engineState: 'ready' as SpeechEngineState['state'],
});

/** The transcription service with a store in memory, for the users `user` and `other`. */
export function prepareService() {
  const bench = surroundings();
  const database = openTestDatabase();
  beforeAll(async () => {
    await insertTestUser(database.db, 'user');
    await insertTestUser(database.db, 'other');
  });
  beforeEach(async () => {
    Object.assign(bench, surroundings());
    await database.db.delete(transcriptions);
    await database.db.delete(ledgerEntries);
    await database.db.update(users).set({ attempts: 3, isUnlimited: false });
  });

  const openService = (limits: { queueLimit?: number; perMinute?: number } = {}) =>
    createTranscriptionService({
      database: database as Database,
      clock: { now: () => bench.now },
      storage: {
        put: async (key: string, localPath: string, mime: string) =>
          void bench.objects.set(key, `${localPath} ${mime}`),
        remove: async (key: string) => void bench.objects.delete(key),
        signUrl: async ({ key, transcriptionId }: { key: string; transcriptionId: string }, seconds: number) =>
          `${key} of ${transcriptionId} for ${seconds}`,
        openRead: async (key: string) => {
          if (bench.storeFails) throw bench.storeFails;
          return Readable.from([key]);
        },
      } as never,
      signer: { signPath: (id, seconds) => `/${id} for ${seconds}` },
      readEngine: async () => ({ ...startingEngine, state: bench.engineState }),
      log: (name, fields) => bench.events.push({ name, ...fields }),
      config: {
        queueLimit: limits.queueLimit ?? 100,
        longQueueLimitSeconds: 3_600,
        maxAudioSeconds: 7_200,
        freeMaxAudioSeconds: 1_800,
        rateLimits: { newRecordingsPerUserPerMinute: { count: limits.perMinute ?? 100, seconds: 60 } } as never,
      },
      storageWatch: { isUp: () => bench.isStoreUp },
    });

  /** Work of `user` on bytes of its own that is done and charged, unless `part` says otherwise. */
  async function put(id: string, part: Partial<NewTranscription> = {}): Promise<void> {
    const { description } = createScriptedEngine().engine.getState();
    const result = { ...scriptedTexts, durationSeconds: 2.5, engine: description, timings: { decode: 1 } };
    await insertTestResult(database.db, id, { result: result as never, audioKey: `audio/${id}.ogg`, ...part });
  }

  const rows = () => database.db.select().from(transcriptions);
  return {
    ...{ bench, database, openService, put, rows },
    rowOf: async (id: string) => (await rows()).find((row) => row.id === id),
    attempts: async () => (await database.db.select().from(users).where(eq(users.id, 'user')))[0]?.attempts,
    names: () => bench.events.map(({ name }) => name),
  };
}
