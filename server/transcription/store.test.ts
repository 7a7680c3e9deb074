import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedPart } from '#speech/engine.ts';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { transcriptionParts, transcriptions, users } from '../db/schema.ts';
import {
  deleteCreatedBefore,
  deleteDoubtedBefore,
  findSavedTry,
  listInFlightOf,
  listOfUser,
  listStorageKeys,
  markTextSent,
  type NewTranscription,
  readLoad,
  readQueuePosition,
  readTranscription,
} from './store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 9, minute));
const database = openTestDatabase();
beforeAll(async () => {
  await insertTestUser(database.db, 'user');
  await insertTestUser(database.db, 'other');
});
beforeEach(() => database.db.delete(transcriptions).then());

/** Work of `user` on bytes of its own that is done and charged, unless `part` says otherwise. */
async function put(id: string, minute: number, part: Partial<NewTranscription> = {}): Promise<void> {
  const row = {
    id,
    userId: 'user',
    sha256: id,
    uploadBytes: 1,
    createdAt: at(minute),
    state: 'done',
    charge: 'charged',
  } as const;
  await database.db.insert(transcriptions).values({ ...row, ...part });
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('text', () => {
  it('leaves from charged work, and the first moment is kept', async () => {
    await put('paid', 0);
    expect(await markTextSent(database.db, 'paid', at(1))).toBe(true);
    expect(await markTextSent(database.db, 'paid', at(2))).toBe(true);
    expect((await readTranscription(database.db, 'paid'))?.textSentAt).toEqual(at(1));
  });

  it('does not leave once its charge was given back, nor from deleted work', async () => {
    await put('refunded', 0, { charge: 'refunded' });
    expect(await markTextSent(database.db, 'refunded', at(1))).toBe(false);
    expect(await markTextSent(database.db, 'deleted', at(1))).toBe(false);
    expect((await readTranscription(database.db, 'refunded'))?.textSentAt).toBeNull();
  });
});

describe('the queue', () => {
  it('puts who has fewer before them first, then who came first', async () => {
    const waiting = { state: 'queued', charge: 'reserved' } as const;
    await put('first', 1, waiting);
    await put('second', 2, { ...waiting, priority: 1 });
    await put('third', 3, { ...waiting, priority: 1 });
    await put('running', 0, { ...waiting, state: 'running' });
    await put('elsewhere', 4, { ...waiting, userId: 'other' });
    const third = await readTranscription(database.db, 'third');
    expect(third && (await readQueuePosition(database.db, third))).toBe(3);
    expect(await readLoad(database.db)).toMatchObject({ all: 5, queued: 4 });
    expect(await listInFlightOf(database.db, 'user')).toHaveLength(4);
  });

  it('is as old as its oldest waiting work, and no age without any', async () => {
    const created = new Date(Date.now() - 90_000);
    await database.db.insert(transcriptions).values({
      ...{ id: 'old', userId: 'user', sha256: 'old', uploadBytes: 1 },
      ...{ createdAt: created, state: 'queued', charge: 'reserved' },
    });
    const { oldestQueuedSeconds } = await readLoad(database.db);
    expect(oldestQueuedSeconds).toBeGreaterThanOrEqual(90);
    expect(oldestQueuedSeconds).toBeLessThan(600);
    await database.db.delete(transcriptions);
    expect(await readLoad(database.db)).toEqual({
      ...{ all: 0, queued: 0, short: 0, oldestQueuedSeconds: 0 },
      ...{ seconds: 0, longSeconds: 0 },
    });
  });
});

describe('a saved transcript', () => {
  const failed = { state: 'failed', charge: 'refunded', sha256: 'bytes' } as const;
  const part: SavedPart = { kind: 'speech', durationSeconds: 2, stretches: [], tight: [] };
  const putPart = (transcriptionId: string) =>
    database.db.insert(transcriptionParts).values({ transcriptionId, number: 0, part });

  it('is the latest of the same bytes; one taken for another language counts for who wants its text', async () => {
    await put('early', 1, { ...failed, errorCode: 'TRANSLATION_FAILED' });
    await put('doubted', 2, { ...failed, errorCode: 'NOT_SOMALI' });
    await put('unheard', 3, { ...failed, errorCode: 'TRANSLATION_FAILED' });
    for (const id of ['early', 'doubted']) await putPart(id);
    const of = { userId: 'user', sha256: 'bytes' };
    const wanted = { ...of, anyLanguage: true };
    expect(await findSavedTry(database.db, { ...of, anyLanguage: false }, at(0))).toBe('early');
    expect(await findSavedTry(database.db, wanted, at(0))).toBe('doubted');
    expect(await findSavedTry(database.db, { ...wanted, userId: 'other' }, at(0))).toBeUndefined();
    expect(await findSavedTry(database.db, wanted, at(2))).toBeUndefined();
  });
});

describe('what is kept', () => {
  it('is every object that a row still needs', async () => {
    await put('waiting', 1, { state: 'queued', uploadKey: 'uploads/1' });
    await put('done', 2, { audioKey: 'audio/2' });
    await put('bare', 3);
    expect([...(await listStorageKeys(database.db))].toSorted()).toEqual(['audio/2', 'uploads/1']);
    expect(ids(await listOfUser(database.db, 'user'))).toEqual(['waiting', 'done', 'bare']);
    expect(await listOfUser(database.db, 'other')).toEqual([]);
  });

  it('is not what is old and ended, but what still runs', async () => {
    await put('old', 1);
    await put('failed', 1, { state: 'failed' });
    await put('running', 1, { state: 'running' });
    await put('new', 9);
    expect(ids(await deleteCreatedBefore(database.db, at(5))).toSorted()).toEqual(['failed', 'old']);
    expect(ids(await listOfUser(database.db, 'user')).toSorted()).toEqual(['new', 'running']);
  });

  it('is what a person corrected for teaching, until a second person refuses that correction', async () => {
    await database.db.update(users).set({ mayTeach: true }).where(eq(users.id, 'user'));
    const example = { audioKey: 'audio/1', result: { transcript: 'hal' }, correction: { transcript: 'laba' } } as never;
    await put('example', 1, example);
    await put('refused', 1, { ...(example as object), review: { isAccepted: false, transcript: 'laba' } as never });
    expect(ids(await deleteCreatedBefore(database.db, at(5)))).toEqual(['refused']);
  });

  it('is a recording taken for another language for its time only', async () => {
    const doubted = { state: 'failed', errorCode: 'NOT_SOMALI', charge: 'refunded' } as const;
    await put('doubted', 1, doubted);
    await put('fresh', 9, doubted);
    await put('silent', 1, { ...doubted, errorCode: 'NO_SPEECH' });
    expect(ids(await deleteDoubtedBefore(database.db, at(5)))).toEqual(['doubted']);
  });
});
