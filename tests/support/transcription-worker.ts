import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { ledgerEntries, transcriptions, users } from '#server/db/schema.ts';
import type { Place } from '#server/jobs/worker-pool.ts';
import { chargeAttempt } from '#server/ledger/store.ts';
import { StoredObjectMissing } from '#server/storage/storage.ts';
import {
  insertTranscription,
  type NewTranscription,
  readTranscription,
  type TranscriptionRow,
} from '#server/transcription/store.ts';
import { createTranscriptionWorker } from '#server/transcription/worker.ts';
import { insertTestUser, openTestDatabase } from './pglite-template.ts';
import { createScriptedEngine } from './scripted-engine.ts';

export const madeAt = new Date('2026-11-23T09:00:00Z');
export const secondsLater = (seconds: number) => new Date(madeAt.getTime() + seconds * 1000);

/** What stands around the worker, new for each test. */
const surroundings = () => ({
  now: madeAt,
  objects: new Map<string, string>(),
  events: [] as { name: string; [field: string]: unknown }[],
  waits: [] as number[],
  stages: [] as [string, number][],
  rechecks: 0,
  mailed: [] as object[],
  /** What other processes hear: transcriptions that changed, and kinds of work that wait. */
  told: [] as string[],
  deletion: undefined as (() => void) | undefined,
  changed: undefined as (() => void) | undefined,
  /** Seconds of work that were for nothing. */
  counted: [] as unknown[][],
  /** In place of the store's answer. */
  fetchFails: undefined as Error | undefined,
  isNeeded: (() => undefined) as Place['isNeeded'],
  aside: 0,
});

/** A transcription worker with a scripted engine and a store in memory, and the only row that there is, `work`. */
export function prepareWorker() {
  const bench = surroundings();
  const database = openTestDatabase();
  const tempDir = mkdtempSync(path.join(os.tmpdir(), 'worker-test-'));
  beforeAll(async () => {
    await insertTestUser(database.db, 'user');
    for (const channel of ['transcription_changed', 'work_waiting'])
      await database.listen(channel, (payload) => bench.told.push(payload));
  });
  afterAll(() => rmSync(tempDir, { recursive: true }));
  beforeEach(() => void Object.assign(bench, surroundings()));

  const subscribe = (slot: 'changed' | 'deletion') => (_: string, wake: () => void) => {
    bench[slot] = wake;
    return () => {
      bench[slot] = undefined;
    };
  };

  function stepAside() {
    bench.aside += 1;
    let isAside = true;
    return () => {
      if (isAside) bench.aside -= 1;
      isAside = false;
    };
  }

  function startWorker(script: Parameters<typeof createScriptedEngine>[0] = {}) {
    const { engine, calls } = createScriptedEngine(script);
    const worker = createTranscriptionWorker({
      database: database as Database,
      feed: { subscribe: subscribe('changed'), subscribeToDeletion: subscribe('deletion') },
      clock: { now: () => bench.now },
      storage: {
        fetchTo: async (key: string, to: string) => {
          const recording = bench.objects.get(key);
          if (bench.fetchFails || recording === undefined) throw bench.fetchFails ?? new StoredObjectMissing(key);
          expect(statSync(path.dirname(to)).mode & 0o777).toBe(0o700);
          writeFileSync(to, recording);
        },
        put: async (key: string, _: string, mime: string) => void bench.objects.set(key, mime),
        remove: async (key: string) => void bench.objects.delete(key),
      } as never,
      engine,
      limiter: { note: async (...given) => void bench.counted.push(given) },
      log: (name, fields) => bench.events.push({ name, ...fields }),
      tempDir,
      storageWatch: {
        recheck: () => {
          bench.rechecks += 1;
        },
      },
      outbox: { addReady: async (_, order) => void bench.mailed.push(order) },
      config: { appUrl: new URL('https://tusaale.so') },
      metrics: {
        observeWait: (seconds) => bench.waits.push(seconds),
        observeStage: (stage, seconds) => bench.stages.push([stage, seconds]),
      },
    });
    const handle = (row: TranscriptionRow, signal = new AbortController().signal) =>
      worker.handle(row, signal, { stepAside, isNeeded: () => bench.isNeeded() });
    return { worker, calls, handle };
  }

  const readWork = async () => (await readTranscription(database.db, 'work')) as TranscriptionRow;

  /** Charged and in the hands of its latest run, its recording in the store. */
  async function takeWork(more: Partial<NewTranscription> = {}): Promise<TranscriptionRow> {
    const { db } = database;
    await db.delete(transcriptions);
    await db.delete(ledgerEntries);
    await db.update(users).set({ attempts: 3 });
    await chargeAttempt(db, { userId: 'user', reason: 'upload', transcriptionId: 'work', at: madeAt });
    bench.objects.set('uploads/work', 'recording');
    const claimedUntil = new Date(Date.now() + 3_600_000);
    const row = { id: 'work', userId: 'user', sha256: 'work', uploadBytes: 1, uploadKey: 'uploads/work' };
    const state = { state: 'running', charge: 'reserved', run: 1, createdAt: madeAt, claimedUntil } as const;
    await insertTranscription(db, { ...row, ...state, ...more });
    return readWork();
  }

  /** Seconds until another worker may take it, by the database's clock. */
  async function pauseOf(): Promise<number> {
    const pause = sql<number>`extract(epoch from ${transcriptions.claimedUntil} - clock_timestamp())::float`;
    const [row] = await database.db.select({ pause }).from(transcriptions).where(eq(transcriptions.id, 'work'));
    return row?.pause ?? Number.NaN;
  }

  return {
    ...{ bench, database, tempDir, startWorker, takeWork, readWork, pauseOf },
    /** The folder of the work in this process. */
    own: `work-work-${process.pid}`,
    attempts: async () => (await database.db.select().from(users))[0]?.attempts,
    names: () => bench.events.map(({ name }) => name),
  };
}
