import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedTexts } from '#tests/support/scripted-engine.ts';
import { madeAt, prepareWorker, secondsLater } from '#tests/support/transcription-worker.ts';
import { ledgerEntries, transcriptions, users } from '../db/schema.ts';
import { StoredObjectMissing } from '../storage/storage.ts';
import { readParts } from './run-store.ts';
import type { TranscriptionRow } from './store.ts';

const { bench, database, tempDir, own, startWorker, takeWork, readWork, attempts, names } = prepareWorker();

/** The same work in the hands of its next run. */
async function takeWorkAgain(row: TranscriptionRow): Promise<TranscriptionRow> {
  const upload = { uploadKey: 'uploads/work', errorCode: null, finishedAt: null };
  await database.db.update(transcriptions).set({ state: 'running', run: row.run + 1, charge: 'reserved', ...upload });
  bench.objects.set('uploads/work', 'recording');
  return readWork();
}

describe('work that succeeds', () => {
  it('keeps its files out of the clean-up for as long as it lasts', async () => {
    const { worker } = startWorker();
    const row = await takeWork();
    const folder = path.join(tempDir, own);
    mkdirSync(folder);
    utimesSync(folder, madeAt, madeAt);
    bench.now = secondsLater(5_400);
    expect(await worker.hold(row)).toBe(true);
    expect(statSync(folder).mtime).toEqual(bench.now);
    rmSync(folder, { recursive: true });
  });

  it('ends with its result, its charge and its audio; the upload is let go', async () => {
    const row = await takeWork();
    bench.now = secondsLater(7);
    await startWorker().handle(row);
    const done = await readWork();
    expect(done).toMatchObject({ state: 'done', charge: 'charged', audioKey: 'audio/work-1.ogg', uploadKey: null });
    expect(done.result).toMatchObject(scriptedTexts);
    expect(done.finishedAt).toEqual(secondsLater(7));
    expect([...bench.objects]).toEqual([['audio/work-1.ogg', 'audio/ogg']]);
    expect(readdirSync(tempDir)).toEqual([]);
    expect(await attempts()).toBe(2);
    // Of its progress, once or more often, and of its end.
    expect(bench.told.length).toBeGreaterThanOrEqual(2);
    expect(new Set(bench.told)).toEqual(new Set(['work']));
  });

  it('costs nothing where nothing was understood, and gives an attempt back once', async () => {
    const row = await takeWork();
    const { handle } = startWorker({ warnings: ['NOT_UNDERSTOOD'] });
    await handle(row);
    await handle(row);
    expect(await readWork()).toMatchObject({ state: 'done', charge: 'free' });
    expect(await attempts()).toBe(3);
    expect(bench.events).toContainEqual({ name: 'attempt_refunded', user: 'user', reason: 'NOT_UNDERSTOOD' });
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
    bench.now = secondsLater(4);
    await startWorker().handle(row);
    expect(bench.waits).toEqual([4]);
    expect(bench.stages).toContainEqual(['recognition', 0.001]);
    expect(bench.events).toContainEqual({
      name: 'transcription_finished',
      transcription: 'work',
      seconds: 2.5,
      workSeconds: expect.closeTo(0.005),
    });
    bench.now = secondsLater(-60);
    await startWorker().handle(await takeWork());
    expect(bench.waits).toEqual([4, 0]);
    await startWorker().handle(await takeWork({ run: 2 }));
    expect(bench.waits).toEqual([4, 0]);
  });

  it('leaves nothing of a run that another worker has overtaken', async () => {
    const row = await takeWork();
    await database.db.update(transcriptions).set({ run: 2 });
    await startWorker().handle(row);
    expect(await readWork()).toMatchObject({ state: 'running', run: 2, result: null });
    expect([...bench.objects.keys()]).toEqual(['uploads/work']);
    expect([names(), bench.told]).toEqual([[], []]);
  });
});

describe('work that fails', () => {
  it('gives the attempt back and lets the upload go', async () => {
    const row = await takeWork();
    bench.now = secondsLater(3);
    await startWorker({ failWith: () => 'NO_SPEECH' }).handle(row);
    expect(await readWork()).toMatchObject({
      state: 'failed',
      errorCode: 'NO_SPEECH',
      charge: 'refunded',
      uploadKey: null,
      finishedAt: secondsLater(3),
    });
    expect(bench.objects.size).toBe(0);
    expect(await attempts()).toBe(3);
    // Of its progress, and of its end.
    expect(bench.told).toEqual(['work', 'work']);
    expect(bench.events).toEqual([
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

  it('is counted where it is refused for what it is, as for another language; its transcript stays', async () => {
    await startWorker({ failWith: () => 'NOT_SOMALI' }).handle(await takeWork());
    expect(bench.counted).toEqual([['refusedWorkSecondsPerUserPerDay', 'user', 1]]);
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'NOT_SOMALI', uploadKey: null });
    expect((await readParts(database.db, 'work')).map(({ kind }) => kind)).toEqual(['speech', 'heard']);
    expect(bench.objects.size).toBe(0);
  });

  it('says nothing of work that is no longer its own', async () => {
    const row = await takeWork();
    await database.db.update(transcriptions).set({ run: 2 });
    await startWorker({ failWith: () => 'NO_SPEECH' }).handle(row);
    expect([names(), bench.told]).toEqual([[], []]);
    expect(bench.objects.has('uploads/work')).toBe(true);
  });

  it('for a recording that the store lacks: the store is looked at', async () => {
    bench.fetchFails = new StoredObjectMissing('gone');
    await startWorker().handle(await takeWork());
    expect(await readWork()).toMatchObject({ state: 'failed', errorCode: 'TRANSCRIPTION_FAILED', charge: 'refunded' });
    expect(bench.rechecks).toBe(1);
    expect(bench.events[0]).toEqual({ name: 'upload_missing', transcription: 'work', run: 1 });
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

it('tells its owner by mail of what took more than five minutes, where that is wanted', async () => {
  const { handle } = startWorker();
  const row = await takeWork();
  bench.now = secondsLater(299);
  await handle(row);
  expect(bench.mailed).toEqual([]);
  bench.now = secondsLater(300);
  await handle(await takeWork());
  const link = 'https://tusaale.so/demo/r/work';
  expect(bench.mailed).toEqual([
    { transcriptionId: 'work', recipient: expect.stringContaining('@'), language: 'so', link },
  ]);
  await database.db.update(users).set({ wantsReadyMail: false });
  await handle(await takeWork());
  await database.db.update(users).set({ wantsReadyMail: true });
  expect(bench.mailed).toHaveLength(1);
});

it('ends without a word when its owner deletes it, or another worker has it', async () => {
  const { handle } = startWorker({ workMilliseconds: 2_000, onStart: () => bench.deletion?.() });
  await handle(await takeWork());
  expect([(await readWork()).state, names()]).toEqual(['running', []]);
  expect(bench.deletion).toBeUndefined();
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
