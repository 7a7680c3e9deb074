import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '#speech/engine.ts';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { createScriptedEngine, scriptedTexts } from '#tests/support/scripted-engine.ts';
import type { Database } from '../db/database.ts';
import { ledgerEntries, transcriptions, users } from '../db/schema.ts';
import { crowded, type Place, processEnds } from '../jobs/worker-pool.ts';
import { chargeAttempt } from '../ledger/store.ts';
import { StoredObjectMissing } from '../storage/storage.ts';
import { readParts } from './run-store.ts';
import { insertTranscription, type NewTranscription, readTranscription, type TranscriptionRow } from './store.ts';
import { createTranscriptionWorker } from './worker.ts';

const madeAt = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(madeAt.getTime() + seconds * 1000);
const database = openTestDatabase();
const tempDir = mkdtempSync(path.join(os.tmpdir(), 'worker-test-'));
beforeAll(async () => {
  await insertTestUser(database.db, 'user');
  for (const channel of ['transcription_changed', 'work_waiting'])
    await database.listen(channel, (payload) => told.push(payload));
});
afterAll(() => rmSync(tempDir, { recursive: true }));

let now = madeAt;
let objects: Map<string, string>;
let events: { name: string; [field: string]: unknown }[];
let waits: number[];
let stages: [string, number][];
let rechecks: number;
let mailed: object[];
/** What other processes hear: transcriptions that changed, and kinds of work that wait. */
let told: string[] = [];
let deletion: (() => void) | undefined;
let changed: (() => void) | undefined;
/** Seconds of work that were for nothing. */
let counted: unknown[][] = [];
/** In place of the store's answer. */
let fetchFails: Error | undefined;

beforeEach(() => {
  [now, objects, events, waits, stages, rechecks] = [madeAt, new Map(), [], [], [], 0];
  [told, counted, deletion, fetchFails, aside, mailed] = [[], [], undefined, undefined, 0, []];
  const stepAside = () => {
    aside += 1;
    let isAside = true;
    return () => {
      if (isAside) aside -= 1;
      isAside = false;
    };
  };
  place = { stepAside, isNeeded: () => undefined };
});

/** Whether somebody else needs it, and whether it is used. */
let place: Place;
let aside: number;

/** A worker with an engine that follows a script, and a store in memory. */
function startWorker(script: Parameters<typeof createScriptedEngine>[0] = {}) {
  const { engine, calls } = createScriptedEngine(script);
  const worker = createTranscriptionWorker({
    database: database as Database,
    feed: {
      subscribe: (_, wake) => {
        changed = wake;
        return () => {
          changed = undefined;
        };
      },
      subscribeToDeletion: (_, end) => {
        deletion = end;
        return () => {
          deletion = undefined;
        };
      },
    },
    clock: { now: () => now },
    storage: {
      fetchTo: async (key: string, to: string) => {
        const recording = objects.get(key);
        if (fetchFails || recording === undefined) throw fetchFails ?? new StoredObjectMissing(key);
        expect(statSync(path.dirname(to)).mode & 0o777).toBe(0o700);
        writeFileSync(to, recording);
      },
      put: async (key: string, _: string, mime: string) => void objects.set(key, mime),
      remove: async (key: string) => void objects.delete(key),
    } as never,
    engine,
    limiter: { note: async (...given) => void counted.push(given) },
    log: (name, fields) => events.push({ name, ...fields }),
    tempDir,
    storageWatch: {
      recheck: () => {
        rechecks += 1;
      },
    },
    outbox: { addReady: async (_, order) => void mailed.push(order) },
    config: { appUrl: new URL('https://tusaale.so') },
    metrics: {
      observeWait: (seconds) => waits.push(seconds),
      observeStage: (stage, seconds) => stages.push([stage, seconds]),
    },
  });
  return {
    worker,
    calls,
    handle: (row: TranscriptionRow, signal = new AbortController().signal) => worker.handle(row, signal, place),
  };
}

/** The only work there is: charged and in the hands of its latest run, its recording in the store. */
async function takeWork(more: Partial<NewTranscription> = {}): Promise<TranscriptionRow> {
  const { db } = database;
  await db.delete(transcriptions);
  await db.delete(ledgerEntries);
  await db.update(users).set({ attempts: 3 });
  await chargeAttempt(db, { userId: 'user', reason: 'upload', transcriptionId: 'work', at: madeAt });
  objects.set('uploads/work', 'recording');
  const claimedUntil = new Date(Date.now() + 3_600_000);
  const row = { id: 'work', userId: 'user', sha256: 'work', uploadBytes: 1, uploadKey: 'uploads/work' };
  const state = { state: 'running', charge: 'reserved', run: 1, createdAt: madeAt, claimedUntil } as const;
  await insertTranscription(db, { ...row, ...state, ...more });
  return readWork();
}
/** The folder of the work in this process. */
const own = `work-work-${process.pid}`;
const readWork = async () => (await readTranscription(database.db, 'work')) as TranscriptionRow;
const attempts = async () => (await database.db.select().from(users))[0]?.attempts;
const names = () => events.map(({ name }) => name);
/** Seconds until another worker may take it, by the database's clock. */
async function pauseOf(): Promise<number> {
  const pause = sql<number>`extract(epoch from ${transcriptions.claimedUntil} - clock_timestamp())::float`;
  const [row] = await database.db.select({ pause }).from(transcriptions).where(eq(transcriptions.id, 'work'));
  return row?.pause ?? Number.NaN;
}

describe('work that succeeds', () => {
  it('keeps its files out of the clean-up for as long as it lasts', async () => {
    const { worker } = startWorker();
    const row = await takeWork();
    const folder = path.join(tempDir, own);
    mkdirSync(folder);
    utimesSync(folder, madeAt, madeAt);
    now = secondsLater(5_400);
    expect(await worker.hold(row)).toBe(true);
    expect(statSync(folder).mtime).toEqual(now);
    rmSync(folder, { recursive: true });
  });

  it('ends with its result, its charge and its audio; the upload is let go', async () => {
    const row = await takeWork();
    now = secondsLater(7);
    await startWorker().handle(row);
    const done = await readWork();
    expect(done).toMatchObject({ state: 'done', charge: 'charged', audioKey: 'audio/work-1.ogg', uploadKey: null });
    expect(done.result).toMatchObject(scriptedTexts);
    expect(done.finishedAt).toEqual(secondsLater(7));
    expect([...objects]).toEqual([['audio/work-1.ogg', 'audio/ogg']]);
    expect(readdirSync(tempDir)).toEqual([]);
    expect(await attempts()).toBe(2);
    // Of its progress, once or more often, and of its end.
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(new Set(told)).toEqual(new Set(['work']));
  });

  it('costs nothing where nothing was understood, and gives an attempt back once', async () => {
    const row = await takeWork();
    const { handle } = startWorker({ warnings: ['NOT_UNDERSTOOD'] });
    await handle(row);
    await handle(row);
    expect(await readWork()).toMatchObject({ state: 'done', charge: 'free' });
    expect(await attempts()).toBe(3);
    expect(events).toContainEqual({ name: 'attempt_refunded', user: 'user', reason: 'NOT_UNDERSTOOD' });
    const ledger = await database.db.select().from(ledgerEntries);
    expect(ledger.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['charge', 'upload'],
      ['refund', 'NOT_UNDERSTOOD'],
    ]);
  });

  it('writes the latest of each stage while it goes on', async () => {
    const row = await takeWork();
    await startWorker({ failWith: () => 'TRANSLATION_FAILED' }).handle(row);
    expect((await readParts(database.db, 'work')).map(({ kind }) => kind)).toEqual(['speech', 'heard']);
    const again = await takeWorkAgain(row);
    const { handle, calls } = startWorker();
    await handle(again);
    expect([calls.resumed, calls.recognised]).toEqual([1, 0]);
    expect((await readWork()).progress).toMatchObject({ translation: { text: scriptedTexts.translation } });
    expect(await readParts(database.db, 'work')).toEqual([]);
  });

  it('tells how long it waited, on its first run alone, and how long each stage took', async () => {
    const row = await takeWork();
    now = secondsLater(4);
    await startWorker().handle(row);
    expect(waits).toEqual([4]);
    expect(stages).toContainEqual(['recognition', 0.001]);
    expect(events).toContainEqual({
      name: 'transcription_finished',
      transcription: 'work',
      seconds: 2.5,
      workSeconds: expect.closeTo(0.005),
    });
    now = secondsLater(-60);
    await startWorker().handle(await takeWork());
    expect(waits).toEqual([4, 0]);
    await startWorker().handle(await takeWork({ run: 2 }));
    expect(waits).toEqual([4, 0]);
  });

  it('leaves nothing of a run that another worker has overtaken', async () => {
    const row = await takeWork();
    await database.db.update(transcriptions).set({ run: 2 });
    await startWorker().handle(row);
    expect(await readWork()).toMatchObject({ state: 'running', run: 2, result: null });
    expect([...objects.keys()]).toEqual(['uploads/work']);
    expect([names(), told]).toEqual([[], []]);
  });
});

/** The same work in the hands of its next run. */
async function takeWorkAgain(row: TranscriptionRow): Promise<TranscriptionRow> {
  const upload = { uploadKey: 'uploads/work', errorCode: null, finishedAt: null };
  await database.db.update(transcriptions).set({ state: 'running', run: row.run + 1, charge: 'reserved', ...upload });
  objects.set('uploads/work', 'recording');
  return readWork();
}

describe('work that fails', () => {
  it('gives the attempt back and lets the upload go', async () => {
    const row = await takeWork();
    now = secondsLater(3);
    await startWorker({ failWith: () => 'NO_SPEECH' }).handle(row);
    expect(await readWork()).toMatchObject({
      state: 'failed',
      errorCode: 'NO_SPEECH',
      charge: 'refunded',
      uploadKey: null,
      finishedAt: secondsLater(3),
    });
    expect(objects.size).toBe(0);
    expect(await attempts()).toBe(3);
    // Of its progress, and of its end.
    expect(told).toEqual(['work', 'work']);
    expect(events).toEqual([
      { name: 'transcription_failed', transcription: 'work', code: 'NO_SPEECH' },
      { name: 'attempt_refunded', user: 'user', reason: 'NO_SPEECH' },
    ]);
    expect(readdirSync(tempDir)).toEqual([]);
  });

  it('gives nothing back that was free', async () => {
    await startWorker({ failWith: () => 'NO_SPEECH' }).handle(await takeWork({ charge: 'free' }));
    expect(await readWork()).toMatchObject({ state: 'failed', charge: 'free' });
    expect(names()).toEqual(['transcription_failed']);
  });

  it('keeps what does not sound Somali until its owner was asked', async () => {
    await startWorker({ failWith: () => 'NOT_SOMALI' }).handle(await takeWork());
    expect(counted).toEqual([['refusedWorkSecondsPerUserPerDay', 'user', 1]]);
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'NOT_SOMALI', uploadKey: 'uploads/work' });
    expect(objects.has('uploads/work')).toBe(true);
  });

  it('says nothing of work that is no longer its own', async () => {
    const row = await takeWork();
    await database.db.update(transcriptions).set({ run: 2 });
    await startWorker({ failWith: () => 'NO_SPEECH' }).handle(row);
    expect([names(), told]).toEqual([[], []]);
    expect(objects.has('uploads/work')).toBe(true);
  });

  it('for a recording that the store lacks: the store is looked at', async () => {
    fetchFails = new StoredObjectMissing('gone');
    await startWorker().handle(await takeWork());
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'TRANSCRIPTION_FAILED', charge: 'refunded' });
    expect(rechecks).toBe(1);
    expect(events[0]).toEqual({ name: 'upload_missing', transcription: 'work', run: 1 });
  });

  it('after its worker has died under it nine times', async () => {
    const { handle, calls } = startWorker();
    await handle(await takeWork({ crashes: 9 }));
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'TRANSCRIPTION_FAILED', charge: 'refunded' });
    expect(calls.transcribed).toBe(0);
    await handle(await takeWork({ crashes: 8 }));
    expect((await readWork()).state).toBe('done');
  });
});

describe('work that is put back', () => {
  it('waits a little longer each time that a part of ours is away, ten seconds at most', async () => {
    fetchFails = new Error('the store is away');
    const { handle } = startWorker();
    for (const [tries, pause] of [
      [0, 1],
      [1, 2],
      [3, 8],
      [8, 10],
    ] as const) {
      await handle(await takeWork({ tries }));
      expect((await readWork()).state).toBe('queued');
      expect(await pauseOf()).toBeCloseTo(pause, -0.3);
    }
    expect(events[0]).toEqual({ name: 'transcription_requeued', transcription: 'work', run: 1, reason: 'Error' });
    expect(new Set(told)).toEqual(new Set(['work']));
  });

  it('for an hour, and is then refunded', async () => {
    fetchFails = new Error('the store is away');
    const { handle } = startWorker();
    now = secondsLater(3_599);
    await handle(await takeWork({ run: 9 }));
    expect((await readWork()).state).toBe('queued');
    now = secondsLater(3_600);
    await handle(await takeWork({ run: 9 }));
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'TRANSCRIPTION_FAILED', charge: 'refunded' });
  });

  it('where the engine is busy, twice; the third time people are told', async () => {
    const { handle } = startWorker({ failWith: () => 'ENGINE_BUSY' });
    for (const [tries, state] of [
      [0, 'queued'],
      [1, 'queued'],
      [2, 'failed'],
    ] as const) {
      await handle(await takeWork({ tries }));
      expect((await readWork()).state).toBe(state);
    }
    expect(await readWork()).toMatchObject({ errorCode: 'ENGINE_BUSY', charge: 'refunded' });
    now = secondsLater(3_600);
    await handle(await takeWork());
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'ENGINE_BUSY' });
  });

  it('where the models do not load here: another worker may have them', async () => {
    const { handle } = startWorker({ failWith: () => 'ENGINE_NOT_READY' });
    await handle(await takeWork({ run: 5 }));
    expect(await readWork()).toMatchObject({ state: 'queued', charge: 'reserved' });
    expect(await pauseOf()).toBeGreaterThan(0);
  });

  it('at once where its process ends, before it begins and in the middle', async () => {
    const ending = new AbortController();
    const { handle, calls } = startWorker({ workMilliseconds: 2_000, onStart: () => ending.abort(processEnds) });
    await handle(await takeWork(), ending.signal);
    expect((await readWork()).state).toBe('queued');
    expect(await pauseOf()).toBeLessThanOrEqual(0);
    expect(told).toContain('transcribe');
    await handle(await takeWork(), ending.signal);
    expect((await readWork()).state).toBe('queued');
    expect(calls.transcribed).toBe(1);
    expect(events.map(({ reason }) => reason)).toEqual(['this process ends', 'this process ends']);
  });
});

it('tells its owner by mail of what took more than five minutes, where that is wanted', async () => {
  const { handle } = startWorker();
  const row = await takeWork();
  now = secondsLater(299);
  await handle(row);
  expect(mailed).toEqual([]);
  now = secondsLater(300);
  await handle(await takeWork());
  const link = 'https://tusaale.so/demo/r/work';
  expect(mailed).toEqual([{ transcriptionId: 'work', recipient: expect.stringContaining('@'), language: 'so', link }]);
  await database.db.update(users).set({ wantsReadyMail: false });
  await handle(await takeWork());
  await database.db.update(users).set({ wantsReadyMail: true });
  expect(mailed).toHaveLength(1);
});

describe('long work', () => {
  const slices = { slices: 3 };
  const isDone = async () => (await readParts(database.db, 'work')).filter(({ kind }) => kind === 'heard').length;

  it('gives its place back after a slice where another one waits, and goes on from there in the same folder', async () => {
    const { handle, calls } = startWorker(slices);
    await handle(await takeWork());
    expect([(await readWork()).state, calls.slices]).toEqual(['done', 3]);
    const row = await takeWork();
    await insertTranscription(database.db, {
      ...{ id: 'note', userId: 'user', sha256: 'note', uploadBytes: 1, createdAt: madeAt },
      ...{ state: 'queued', charge: 'free' },
    });
    await handle(row);
    expect(await readWork()).toMatchObject({ state: 'queued', tries: 0, isFetchedLater: true });
    expect(await pauseOf()).toBeLessThanOrEqual(0);
    expect(readdirSync(path.join(tempDir, own))).toEqual(['upload']);
    objects.delete('uploads/work');
    await database.db.delete(transcriptions).where(eq(transcriptions.id, 'note'));
    await database.db.update(transcriptions).set({ state: 'running', run: 2 });
    await handle(await readWork());
    expect([(await readWork()).state, calls.slices, calls.resumed]).toEqual(['done', 6, 1]);
    expect(readdirSync(tempDir)).toEqual([]);
    expect(await attempts()).toBe(2);
  });

  it('leaves nothing on this disk where it ends elsewhere, or its owner deletes it', async () => {
    place = { ...place, isNeeded: () => crowded };
    await startWorker(slices).handle(await takeWork());
    expect(readdirSync(tempDir)).toEqual([own]);
    changed?.();
    await database.db.delete(transcriptions);
    changed?.();
    await expect.poll(() => readdirSync(tempDir)).toEqual([]);
    expect(changed).toBeUndefined();
  });

  it('lets another begin while it is decoded', async () => {
    const seen: number[] = [];
    const note = async () => void seen.push(aside);
    const { handle } = startWorker({ ...slices, onSlice: note, onStart: note });
    await handle(await takeWork({ uploadBytes: 5_000_000 }));
    expect([...seen, aside]).toEqual([1, 0, 0, 0, 0]);
  });

  it('is put back after a slice where its process is to end', async () => {
    place = { ...place, isNeeded: () => processEnds };
    await startWorker(slices).handle(await takeWork());
    expect([(await readWork()).state, names()]).toEqual(['queued', ['transcription_requeued']]);
  });

  it('is tried again where one slice fails, and fails with it the third time; what came further counts anew', async () => {
    let fails = true;
    const onSlice = (at: number) =>
      fails && at === 1 ? Promise.reject(new SpeechError('TRANSCRIPTION_FAILED')) : undefined;
    const { handle, calls } = startWorker({ ...slices, onSlice });
    await handle(await takeWork());
    expect(await readWork()).toMatchObject({ state: 'queued', tries: 1 });
    expect([await isDone(), calls.slices]).toEqual([1, 1]);
    await database.db.update(transcriptions).set({ state: 'running', run: 2, tries: 2 });
    await handle(await readWork());
    expect(await readWork()).toMatchObject({ state: 'failed', charge: 'refunded' });
    await handle(await takeWork({ crashes: 5 }));
    fails = false;
    await database.db.update(transcriptions).set({ state: 'running', run: 2 });
    expect((await readWork()).crashes).toBe(0);
    await handle(await readWork());
    expect((await readWork()).state).toBe('done');
  });
});

it('ends without a word when its owner deletes it, or another worker has it', async () => {
  const { handle } = startWorker({ workMilliseconds: 2_000, onStart: () => deletion?.() });
  await handle(await takeWork());
  expect([(await readWork()).state, names()]).toEqual(['running', []]);
  expect(deletion).toBeUndefined();
  const lost = new AbortController();
  await startWorker({ workMilliseconds: 2_000, onStart: () => lost.abort() }).handle(await takeWork(), lost.signal);
  expect([(await readWork()).state, names()]).toEqual(['running', []]);
});

it('takes what is due and holds it', async () => {
  const { worker } = startWorker();
  await takeWork({ state: 'queued', claimedUntil: secondsLater(1e9) });
  expect(await worker.claim()).toBeUndefined();
  await takeWork({ state: 'queued', run: 0, claimedUntil: new Date(0) });
  const row = (await worker.claim()) as TranscriptionRow;
  expect(row).toMatchObject({ id: 'work', run: 1, state: 'running' });
  expect(await worker.hold(row)).toBe(true);
  await database.db.update(transcriptions).set({ run: 2 });
  expect(await worker.hold(row)).toBe(false);
});
