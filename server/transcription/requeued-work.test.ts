import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '#speech/engine.ts';
import { madeAt, prepareWorker, secondsLater } from '#tests/support/transcription-worker.ts';
import { transcriptions } from '../db/schema.ts';
import { crowded, processEnds } from '../jobs/worker-pool.ts';
import { readParts } from './run-store.ts';
import { insertTranscription } from './store.ts';

const { bench, database, tempDir, own, startWorker, takeWork, readWork, pauseOf, attempts, names } = prepareWorker();

describe('work that is put back', () => {
  it('waits a little longer each time that a part of ours is away, ten seconds at most', async () => {
    bench.fetchFails = new Error('the store is away');
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
    expect(bench.events[0]).toEqual({ name: 'transcription_requeued', transcription: 'work', run: 1, reason: 'Error' });
    expect(new Set(bench.told)).toEqual(new Set(['work']));
  });

  it('for an hour, and is then refunded', async () => {
    bench.fetchFails = new Error('the store is away');
    const { handle } = startWorker();
    bench.now = secondsLater(3_599);
    await handle(await takeWork({ run: 9 }));
    expect((await readWork()).state).toBe('queued');
    bench.now = secondsLater(3_600);
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
    bench.now = secondsLater(3_600);
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
    expect(bench.told).toContain('transcribe');
    await handle(await takeWork(), ending.signal);
    expect((await readWork()).state).toBe('queued');
    expect(calls.transcribed).toBe(1);
    expect(bench.events.map(({ reason }) => reason)).toEqual(['this process ends', 'this process ends']);
  });
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
    bench.objects.delete('uploads/work');
    await database.db.delete(transcriptions).where(eq(transcriptions.id, 'note'));
    await database.db.update(transcriptions).set({ state: 'running', run: 2 });
    await handle(await readWork());
    expect([(await readWork()).state, calls.slices, calls.resumed]).toEqual(['done', 6, 1]);
    expect(readdirSync(tempDir)).toEqual([]);
    expect(await attempts()).toBe(2);
  });

  it('leaves nothing on this disk where it ends elsewhere, or its owner deletes it', async () => {
    bench.isNeeded = () => crowded;
    await startWorker(slices).handle(await takeWork());
    expect(readdirSync(tempDir)).toEqual([own]);
    bench.changed?.();
    await database.db.delete(transcriptions);
    bench.changed?.();
    await expect.poll(() => readdirSync(tempDir)).toEqual([]);
    expect(bench.changed).toBeUndefined();
  });

  it('lets another begin while it is decoded', async () => {
    const seen: number[] = [];
    const note = async () => void seen.push(bench.aside);
    const { handle } = startWorker({ ...slices, onSlice: note, onStart: note });
    await handle(await takeWork({ uploadBytes: 5_000_000 }));
    expect([...seen, bench.aside]).toEqual([1, 0, 0, 0, 0]);
  });

  it('is put back after a slice where its process is to end', async () => {
    bench.isNeeded = () => processEnds;
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
