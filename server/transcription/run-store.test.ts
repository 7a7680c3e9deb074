import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SavedPart, SpeechResult } from '#speech/engine.ts';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { transcriptions } from '../db/schema.ts';
import {
  claimRun,
  failRun,
  finishRun,
  giveWay,
  keepRun,
  readParts,
  releaseAllRuns,
  requeueRun,
  saveParts,
  saveProgress,
} from './run-store.ts';
import { readTranscription, type TranscriptionRow } from './store.ts';

const at = new Date('2026-11-22T09:00:00Z');
const finished = { result: { durationSeconds: 2 } as SpeechResult, audioKey: 'audio/1', at };
const database = openTestDatabase();
beforeAll(() => insertTestUser(database.db, 'user'));

const read = (id: string) => readTranscription(database.db, id);
const claim = async () => (await claimRun(database.db)) as TranscriptionRow;

/** One piece of work alone, in the hands of a first worker. */
async function begin(id: string, charge: 'reserved' | 'free' = 'reserved'): Promise<TranscriptionRow> {
  await database.db.delete(transcriptions);
  const work = { id, userId: 'user', sha256: id, uploadKey: `uploads/${id}`, uploadBytes: 1, createdAt: at };
  await database.db.insert(transcriptions).values({ ...work, state: 'queued', charge });
  return claim();
}

describe('a run', () => {
  it('is one worker’s while it says that it lives, then another’s; the first may write no more', async () => {
    const first = await begin('kept');
    expect([first.run, first.crashes, await claim()]).toEqual([1, 0, undefined]);
    await database.db.update(transcriptions).set({ claimedUntil: at });
    expect(await keepRun(database.db, first)).toBe(true);
    expect(await claim()).toBeUndefined();
    await database.db.update(transcriptions).set({ claimedUntil: at });
    const second = await claim();
    expect([second.run, second.crashes]).toEqual([2, 1]);
    expect(await keepRun(database.db, first)).toBe(false);
    expect(await saveProgress(database.db, first, {})).toBe(false);
    expect(await finishRun(database.db, first, finished)).toBe(false);
    expect(await failRun(database.db, first, 'NO_SPEECH', at)).toBeUndefined();
    expect(await saveProgress(database.db, second, {})).toBe(true);
  });

  it.each(['reserved', 'free'] as const)('ends once, also where its answer was lost; what was %s', async (charge) => {
    const row = await begin('done', charge);
    expect(await finishRun(database.db, row, finished)).toBe(true);
    expect(await finishRun(database.db, row, finished)).toBe(true);
    expect(await finishRun(database.db, row, { ...finished, audioKey: 'audio/2' })).toBe(false);
    const end = { state: 'done', charge: charge === 'free' ? 'free' : 'charged', audioKey: 'audio/1', uploadKey: null };
    expect(await read('done')).toMatchObject({ ...end, durationSeconds: 2, finishedAt: at });
    await database.db.delete(transcriptions).where(eq(transcriptions.id, 'done'));
    expect(await finishRun(database.db, row, finished)).toBe(false);
  });

  it('that failed lets its upload go', async () => {
    const row = await begin('failed');
    await failRun(database.db, row, 'NO_SPEECH', at);
    const end = { state: 'failed', errorCode: 'NO_SPEECH', finishedAt: at, uploadKey: null };
    expect(await read('failed')).toMatchObject(end);
  });

  it('goes back with what is done of it, at once or after a pause, and is no death', async () => {
    const first = await begin('back');
    const parts: SavedPart[] = [
      { kind: 'speech', durationSeconds: 90, stretches: [], tight: [] },
      { kind: 'heard', recogniser: 'test', from: 0, stretches: [] },
    ];
    for (const part of parts) expect(await saveParts(database.db, first, [part], true)).toBe(true);
    await requeueRun(database.db, first, 60);
    expect(await saveParts(database.db, first, parts, true)).toBe(false);
    expect(await claim()).toBeUndefined();
    await database.db.update(transcriptions).set({ claimedUntil: at });
    const second = await claim();
    expect(second).toMatchObject({ run: 2, crashes: 0, tries: 1 });
    expect(await readParts(database.db, 'back')).toEqual(parts);
    await requeueRun(database.db, second, 0);
    expect(await claim()).toMatchObject({ run: 3, crashes: 0 });
  });

  it('of long work goes round: what is new comes first, and then what was served longest ago', async () => {
    const long = await begin('long');
    await saveParts(database.db, long, [{ kind: 'speech', durationSeconds: 90, stretches: [], tight: [] }], true);
    await giveWay(database.db, long);
    const note = { userId: 'user', uploadBytes: 1, state: 'queued', charge: 'free' } as const;
    const put = (id: string, more: object) =>
      database.db.insert(transcriptions).values({ id, sha256: id, ...note, createdAt: new Date(), ...more });
    await put('second of one person', { priority: 1 });
    await put('other long', { savedAt: new Date() });
    expect((await claim()).id).toBe('second of one person');
    expect((await claim()).id).toBe('long');
    await put('waiting for long', { savedAt: new Date(Date.now() - 660_000), createdAt: at });
    await put('note', {});
    expect((await claim()).id).toBe('waiting for long');
    expect((await claim()).id).toBe('note');
  });

  it('of a worker that died before this start is taken at once', async () => {
    await begin('released');
    await releaseAllRuns(database.db);
    expect(await claim()).toMatchObject({ run: 2, crashes: 1 });
  });
});
