import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '#speech/engine.ts';
import { insertTestResult, insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { createScriptedEngine, scriptedTexts } from '#tests/support/scripted-engine.ts';
import type { Database } from '../db/database.ts';
import { transcriptions, translationRequests } from '../db/schema.ts';
import { processEnds } from '../jobs/worker-pool.ts';
import type { TranslationRequest } from './edit-store.ts';
import { createTranslationWorker } from './translation-worker.ts';

const start = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const correction = { ...scriptedTexts, transcript: 'Maanta waan fiicnahay.', translationOf: scriptedTexts.transcript };
const heardSegment = {
  startSeconds: 0,
  endSeconds: 1,
  rawTranscript: '',
  transcript: '',
  translation: '',
  confidence: 9,
};
const words = [{ raw: 'maanta', text: 'Maanta', startSeconds: 0, endSeconds: 0.5, confidence: 9 }];
const database = openTestDatabase();
const { signal } = new AbortController();
let told: string[];
let counted: unknown[][];
let events: Record<string, unknown>[];

beforeAll(async () => {
  await insertTestUser(database.db, 'user');
  await database.listen('transcription_changed', (id) => told.push(id));
});
beforeEach(async () => {
  [told, counted, events] = [[], [], []];
  await database.db.delete(transcriptions);
});

function open(script: Parameters<typeof createScriptedEngine>[0] = {}) {
  const { engine, calls } = createScriptedEngine(script);
  return {
    worker: createTranslationWorker({
      database: database as Database,
      engine,
      limiter: { note: async (...given) => void counted.push(given) },
      log: (name, fields) => events.push({ name, ...fields }),
    }),
    engine,
    calls,
  };
}

async function ask(id: string, part: Partial<TranslationRequest> = {}, corrected: object | null = correction) {
  await insertTestResult(database.db, id, {
    version: 1,
    correction: corrected as never,
    result: { ...scriptedTexts, words, segments: [heardSegment] } as never,
  });
  await database.db.insert(translationRequests).values({ transcriptionId: id, version: 1, createdAt: start, ...part });
}
const requestOf = async (id: string) =>
  (await database.db.select().from(translationRequests).where(eq(translationRequests.transcriptionId, id)))[0];
const rowOf = async (id: string) =>
  (await database.db.select().from(transcriptions).where(eq(transcriptions.id, id)))[0];
/** Seconds from now for which the work is somebody's. */
const heldFor = async (id: string) => {
  const left = sql<number>`extract(epoch from ${translationRequests.claimedUntil} - clock_timestamp())::float`;
  const rows = database.db.select({ left }).from(translationRequests);
  return (await rows.where(eq(translationRequests.transcriptionId, id)))[0]?.left;
};
async function claim({ worker }: ReturnType<typeof open>): Promise<TranslationRequest> {
  const request = await worker.claim();
  if (!request) throw new Error('nothing to claim');
  return request;
}

describe('work on the English of corrected texts', () => {
  it('is taken in turn, by one worker each, and given again when nobody holds it', async () => {
    await ask('late', { createdAt: secondsLater(2) });
    await ask('early');
    await ask('failed', { createdAt: secondsLater(-9), errorCode: 'TRANSLATION_FAILED' });
    const { worker } = open();
    const taken = [await worker.claim(), await worker.claim(), await worker.claim()];
    expect(taken.map((request) => [request?.transcriptionId, request?.run])).toEqual([
      ['early', 1],
      ['late', 1],
      [undefined, undefined],
    ]);
    expect(await heldFor('early')).toBeGreaterThan(10);
    await database.db.update(translationRequests).set({ claimedUntil: secondsLater(-9_999_999) });
    expect(await worker.claim()).toMatchObject({ transcriptionId: 'early', run: 2 });
  });

  it('goes round among people: the second of one waits for the first of another', async () => {
    await insertTestUser(database.db, 'other');
    await ask('one');
    await ask('two', { createdAt: secondsLater(1) });
    await ask('theirs', { createdAt: secondsLater(2) });
    await database.db.update(transcriptions).set({ userId: 'other' }).where(eq(transcriptions.id, 'theirs'));
    const { worker } = open();
    const taken = [await worker.claim(), await worker.claim(), await worker.claim()];
    expect(taken.map((request) => request?.transcriptionId)).toEqual(['one', 'theirs', 'two']);
  });

  it('is held by the run that has it, and by no other', async () => {
    await ask('one');
    const opened = open();
    const first = await claim(opened);
    await database.db.update(translationRequests).set({ claimedUntil: null });
    expect(await opened.worker.hold(first)).toBe(true);
    expect(await heldFor('one')).toBeGreaterThan(10);
    await database.db.update(translationRequests).set({ claimedUntil: null });
    await claim(opened);
    expect(await opened.worker.hold(first)).toBe(false);
    expect(await opened.worker.hold({ ...first, run: 2, version: 0 })).toBe(false);
  });

  it('keeps the new English with its scores, and says that it is there', async () => {
    await ask('one');
    const opened = open();
    let given: unknown;
    const { translateAgain } = opened.engine;
    opened.engine.translateAgain = async (text, options) => {
      given = { text, options };
      return translateAgain(text, options);
    };
    await opened.worker.handle(await claim(opened), signal);
    expect(given).toEqual({
      text: { transcript: correction.transcript, words, segments: [heardSegment] },
      options: { signal: expect.any(AbortSignal), onTranslated: expect.any(Function), ownWords: [] },
    });
    expect(counted).toEqual([['translationSecondsPerUserPerDay', 'user', 1]]);
    const translation = `English of: ${correction.transcript}`;
    const row = await rowOf('one');
    expect(row).toMatchObject({ version: 2, correction: { translation, translationOf: correction.transcript } });
    expect(row?.correction?.again).toMatchObject({ translation, translationConfidence: 7 });
    expect(row?.correction?.transcript).toBe(correction.transcript);
    expect(await requestOf('one')).toBeUndefined();
    expect(told).toEqual(['one']);
  });

  it('gives the engine the sentences of its last English, too, so that those unchanged stay', async () => {
    const segment = { ...heardSegment, translation: 'Well.' };
    await ask(
      'one',
      {},
      { ...correction, again: { translation: 'Well.', translationConfidence: 7, segments: [segment] } },
    );
    const opened = open();
    let segments: unknown;
    opened.engine.translateAgain = async (text) => {
      segments = text.segments;
      return { translation: '', translationConfidence: null, segments: [] };
    };
    await opened.worker.handle(await claim(opened), signal);
    expect(segments).toEqual([heardSegment, segment]);
  });

  it('for a text that was saved again meanwhile ends without English, before or after it was made', async () => {
    await ask('before', { version: 0 });
    const opened = open();
    await opened.worker.handle(await claim(opened), signal);
    expect([opened.calls.translated, await requestOf('before')]).toEqual([0, undefined]);
    await ask('after');
    opened.engine.translateAgain = async () => {
      await database.db.update(transcriptions).set({ version: 2 }).where(eq(transcriptions.id, 'after'));
      return { translation: 'late', translationConfidence: 7, segments: [] };
    };
    await opened.worker.handle(await claim(opened), signal);
    expect(await rowOf('after')).toMatchObject({ version: 2, correction });
    expect(await requestOf('after')).toBeUndefined();
    expect(told).toEqual(['before', 'after']);
  });

  it('for a text that is gone, or has no correction or no result, is neither begun nor a failure', async () => {
    await ask('one', { run: 3 }, null);
    const opened = open();
    const request = await claim(opened);
    await opened.worker.handle({ ...request, transcriptionId: 'gone' }, signal);
    await database.db.update(transcriptions).set({ result: null, correction: correction as never });
    await opened.worker.handle(request, signal);
    expect([opened.calls.translated, told, events]).toEqual([0, [], []]);
    expect(await requestOf('one')).toMatchObject({ run: 4, errorCode: null });
  });

  it('for a correction that was taken back ends with nothing done', async () => {
    await ask('one', {}, null);
    const opened = open();
    await opened.worker.handle(await claim(opened), signal);
    expect([opened.calls.translated, told, events]).toEqual([0, ['one'], []]);
    expect(await requestOf('one')).toBeUndefined();
  });

  it('that another run took over is not ended by the first', async () => {
    await ask('one');
    const opened = open();
    const first = await claim(opened);
    await database.db.update(translationRequests).set({ claimedUntil: null });
    await claim(opened);
    await opened.worker.handle(first, signal);
    expect(await requestOf('one')).toMatchObject({ run: 2 });
  });
});

it('goes on after a page gave up from the sentences that were made, and counts what it took', async () => {
  await ask('one');
  const opened = open();
  const made = { ...heardSegment, transcript: 'Maanta.', translation: 'Today.' };
  const given: unknown[] = [];
  opened.engine.translateAgain = async ({ segments }, { onTranslated } = {}) => {
    given.push(segments);
    onTranslated?.(made);
    if (given.length < 2) throw new SpeechError('TRANSCRIPTION_CANCELLED');
    return { translation: '', translationConfidence: null, segments: [] };
  };
  for (const _ of [1, 2, 3]) {
    await opened.worker.handle(await claim(opened), signal);
    await database.db.delete(transcriptions);
    await ask('one');
  }
  expect(given).toEqual([[heardSegment], [heardSegment, made], [heardSegment]]);
  expect(counted).toHaveLength(3);
});

describe('work that fails', () => {
  it.each([
    ['a busy engine', 'ENGINE_BUSY'],
    ['models that are on their way', 'ENGINE_NOT_READY'],
    ['anything unforeseen', undefined],
  ] as const)('with %s is tried three times more, a second later each', async (_, code) => {
    await ask('one');
    const opened = open();
    opened.engine.translateAgain = async () => {
      throw code ? new SpeechError(code) : new RangeError('out of bounds');
    };
    for (let run = 1; run <= 4; run += 1) {
      expect(await requestOf('one')).toMatchObject({ run: run - 1, errorCode: null });
      await opened.worker.handle(await claim(opened), signal);
      if (run < 4) expect(await heldFor('one')).toBeLessThanOrEqual(1);
      if (run < 4) expect(await heldFor('one')).toBeGreaterThan(0);
      expect(told).toEqual(run < 4 ? [] : ['one']);
      await database.db.update(translationRequests).set({ claimedUntil: null });
    }
    expect((await requestOf('one'))?.errorCode).toBe(code === 'ENGINE_BUSY' ? code : 'TRANSLATION_FAILED');
    expect(events).toEqual([{ name: 'translation_failed', transcription: 'one', code: code ?? 'RangeError' }]);
    expect(await opened.worker.claim()).toBeUndefined();
  });

  it('for good is told at once', async () => {
    await ask('one');
    const opened = open({ failTranslation: 'TRANSLATION_FAILED' });
    await opened.worker.handle(await claim(opened), signal);
    expect(await requestOf('one')).toMatchObject({ run: 1, errorCode: 'TRANSLATION_FAILED' });
    expect(await rowOf('one')).toMatchObject({ version: 1, correction });
    expect(told).toEqual(['one']);
  });

  it('with each worker that takes it, is not taken a fifth time', async () => {
    await ask('one', { run: 4 });
    const opened = open();
    await opened.worker.handle(await claim(opened), signal);
    expect(await requestOf('one')).toMatchObject({ errorCode: 'TRANSLATION_FAILED' });
    expect(opened.calls.translated).toBe(0);
  });

  it('as its process ends goes back to the others at once; taken from it otherwise, it is left alone', async () => {
    await ask('one');
    const opened = open({ failTranslation: 'TRANSCRIPTION_CANCELLED' });
    await opened.worker.handle(await claim(opened), AbortSignal.abort());
    expect(await heldFor('one')).toBeGreaterThan(10);
    await database.db.update(translationRequests).set({ claimedUntil: null });
    await opened.worker.handle(await claim(opened), AbortSignal.abort(processEnds));
    expect(await heldFor('one')).toBeLessThanOrEqual(0);
    expect(await requestOf('one')).toMatchObject({ run: 2, errorCode: null });
    expect([events, told]).toEqual([[], []]);
  });
});
