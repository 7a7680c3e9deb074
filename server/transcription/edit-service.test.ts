import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultsPerPage } from '#shared/limits.ts';
import type { SpeechEngineState } from '#shared/transcript.ts';
import { insertTestResult, insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { createScriptedEngine, scriptedTexts } from '#tests/support/scripted-engine.ts';
import type { Failure } from '../core/failure.ts';
import type { Database } from '../db/database.ts';
import { transcriptions, translationRequests } from '../db/schema.ts';
import { createEditService } from './edit-service.ts';
import { startingEngine } from './engine-status.ts';
import type { NewTranscription } from './store.ts';

const start = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const { transcript, translation } = scriptedTexts;
const heard = { transcript, translation, translationOf: transcript };
const corrected = { ...heard, title: 'Salaan', transcript: 'Maanta waan fiicnahay.' };
const owner = { userId: 'user', id: 'one' };
const database = openTestDatabase();
/** What is told: kinds of work that wait. */
const told: string[] = [];
beforeAll(async () => {
  await insertTestUser(database.db, 'user');
  await insertTestUser(database.db, 'other');
  await database.listen('work_waiting', (kind) => told.push(kind));
});

let engineState: SpeechEngineState['state'];
let wakes: Set<() => void>;
beforeEach(async () => {
  [engineState, wakes] = ['ready', new Set()];
  told.length = 0;
  await database.db.delete(transcriptions);
});

const service = () =>
  createEditService({
    database: database as Database,
    clock: { now: () => start },
    feed: {
      subscribe: (_, wake) => {
        wakes.add(wake);
        return () => wakes.delete(wake);
      },
      subscribeToDeletion: () => () => {},
    },
    readEngine: async () => ({ ...startingEngine, state: engineState }),
  });

async function put(id: string, part: Partial<NewTranscription> = {}): Promise<void> {
  const { engine } = createScriptedEngine();
  const result = { ...scriptedTexts, transcriptConfidence: 8.2, engine: engine.getState().description };
  await insertTestResult(database.db, id, { result: result as never, textSentAt: start, ...part });
}
const rowOf = async (id: string) =>
  (await database.db.select().from(transcriptions).where(eq(transcriptions.id, id)))[0];
const requests = () => database.db.select().from(translationRequests);
const ask = (version: number) => ({ transcriptionId: 'one', version, createdAt: start });
const refusal = (answer: Promise<unknown>): Promise<Failure> =>
  answer.then(
    () => expect.fail('not refused'),
    (failure) => failure,
  );
const save = (version: number, texts: object = corrected) =>
  service().save(owner, { version, ...(texts as typeof corrected) });

describe('the list of results', () => {
  it('has the newest first, of one moment by their ids, a page at a time, and each once', async () => {
    const ids = Array.from({ length: resultsPerPage + 2 }, (_, at) => `r${String(at).padStart(2, '0')}`);
    const momentOf = (id: string) => Math.floor(ids.indexOf(id) / 2);
    for (const id of ids) await put(id, { createdAt: secondsLater(momentOf(id)) });
    // Of one moment by their ids.
    const newestFirst = ids.toSorted((one, other) => momentOf(other) - momentOf(one) || (one < other ? -1 : 1));
    const first = await service().list('user', {});
    expect(first.results.map(({ id }) => id)).toEqual(newestFirst.slice(0, resultsPerPage));
    const second = await service().list('user', { after: first.next ?? '' });
    expect(second).toMatchObject({ results: [{ id: 'r00' }, { id: 'r01' }], next: null });
    // A place between two of one moment.
    await put('r000');
    const between = await service().list('user', { after: first.next ?? '' });
    expect(between.results.map(({ id }) => id)).toEqual(['r00', 'r000', 'r01']);
  });

  it('of a whole page has no next one', async () => {
    for (let at = 0; at < resultsPerPage; at += 1) await put(`r${at}`);
    expect(await service().list('user', {})).toMatchObject({ next: null });
    expect(await service().list('other', {})).toEqual({ results: [], next: null, underWay: [] });
  });

  it('opens with the corrected text, and with none before the text has been sent', async () => {
    const calibrated = { ...scriptedTexts, transcriptConfidence: 8.2, engine: { isCalibrated: true } } as never;
    await put('one', {
      title: 'Salaan',
      correction: { ...heard, transcript: 'x'.repeat(200) },
      result: calibrated,
    });
    await put('two', { createdAt: secondsLater(1), durationSeconds: null });
    await put('three', { createdAt: secondsLater(2), textSentAt: null });
    const { results } = await service().list('user', {});
    expect(results.map(({ opening }) => opening)).toEqual(['', transcript, 'x'.repeat(160)]);
    expect(results[1]).toMatchObject({ title: null, durationSeconds: 0, transcriptConfidence: 8.2 });
    expect(results.map(({ isCalibrated }) => isCalibrated)).toEqual([false, false, true]);
    expect(results[2]).toMatchObject({ title: 'Salaan', durationSeconds: 2.5, createdAt: start.toISOString() });
  });

  it('has neither what is still at work, which it counts, nor what failed or was given back', async () => {
    await put('queued', { state: 'queued' });
    await put('running', { state: 'running' });
    await put('theirs', { state: 'queued', userId: 'other' });
    await put('failed', { state: 'failed' });
    await put('refunded', { charge: 'refunded' });
    const { underWay, ...listed } = await service().list('user', {});
    expect(listed).toEqual({ results: [], next: null });
    expect(underWay?.map(({ id, text }) => [id, text]).sort()).toEqual([
      ['queued', ''],
      ['running', ''],
    ]);
  });

  it('refuses a place that it never named', async () => {
    const written = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    for (const after of ['', 'nonsense', '123-id', written(['1']), written([1, 'id']), written(['1', 'id', 'x'])])
      expect(await refusal(service().list('user', { after }))).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a save', () => {
  it('keeps title and texts beside what was heard', async () => {
    await put('one');
    const { title, ...texts } = corrected;
    expect(await save(0)).toEqual({ version: 1, title, speakers: null, correction: texts });
    expect(await rowOf('one')).toMatchObject({ version: 1, title, correction: texts, result: scriptedTexts });
    // The same again, as after a lost answer: nothing new.
    expect(await save(0)).toEqual({ version: 1, title, speakers: null, correction: texts });
    expect(await save(1, { ...corrected, title: '' })).toEqual({
      version: 2,
      title: null,
      speakers: null,
      correction: texts,
    });
  });

  it('of the machine’s own texts takes the correction away, of one of them does not', async () => {
    await put('one');
    await save(0);
    expect(await save(1, { ...heard, title: 'Salaan' })).toEqual({
      version: 2,
      title: 'Salaan',
      speakers: null,
      correction: null,
    });
    const english = { ...heard, title: 'Salaan', translation: 'I feel well.' };
    expect((await save(2, english)).correction).toMatchObject({ transcript, translation: 'I feel well.' });
  });

  it('keeps the English that was made again', async () => {
    const again = { translation: 'Well.', translationConfidence: 7, segments: [] };
    await put('one', { version: 1, correction: { ...heard, transcript: 'Waan fiicnahay.', again } });
    expect((await save(1)).correction).toMatchObject({ transcript: corrected.transcript, again });
    expect((await save(2, { ...heard, title: null })).correction).toBeNull();
  });

  it('that comes second from the same version is told what stands', async () => {
    await put('one');
    await save(0);
    const { code, data } = await refusal(save(0, { ...corrected, title: 'Kale' }));
    expect([code, data]).toEqual([
      'RESULT_CHANGED',
      { version: 1, title: 'Salaan', speakers: null, correction: expect.anything() },
    ]);
    expect(await refusal(save(2, { ...corrected, title: 'Kale' }))).toMatchObject({ code: 'RESULT_CHANGED' });
    const both = await Promise.allSettled([
      save(1, { ...corrected, title: 'A' }),
      save(1, { ...corrected, title: 'B' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowOf('one')).toMatchObject({ version: 2 });
  });

  it('may be twice as long as what was heard and 500 letters, and no longer', async () => {
    await put('one');
    const longest = 2 * `${transcript} ${translation}`.length + 500;
    expect((await save(0, { ...corrected, transcript: 'a'.repeat(longest) })).version).toBe(1);
    for (const field of ['transcript', 'translation']) {
      const failure = await refusal(save(1, { ...corrected, [field]: 'a'.repeat(longest + 1) }));
      expect(failure).toMatchObject({ code: 'TEXT_TOO_LONG', values: { max: longest } });
    }
  });

  it('is for the owner of a finished result alone', async () => {
    await put('one', { userId: 'other' });
    await put('queued', { state: 'queued', result: null });
    await put('refunded', { charge: 'refunded' });
    for (const id of ['one', 'queued', 'refunded', 'none'])
      expect(await refusal(service().save({ userId: 'user', id }, { version: 0, ...corrected }))).toMatchObject({
        code: 'NOT_FOUND',
      });
    expect(await rowOf('one')).toMatchObject({ version: 0 });
  });
});

describe('the English of a correction', () => {
  const { title: _, ...correction } = corrected;
  const open = (signal = new AbortController().signal, version = 1) => service().translate(owner, version, signal);
  /** Asked, waited for, then `change` and a word that something changed. */
  async function whileWaiting(change: () => Promise<unknown>, answer = open()) {
    await expect.poll(() => wakes.size).toBe(1);
    await change();
    for (const wake of wakes) wake();
    return answer;
  }
  const finish = (part: Partial<NewTranscription>) =>
    database.db.update(transcriptions).set(part).where(eq(transcriptions.id, 'one'));

  it('is there already where nothing was corrected, or it was made of this text', async () => {
    await put('one');
    expect(await open(undefined, 0)).toEqual({ version: 0, title: null, speakers: null, correction: null });
    const made = { ...correction, translationOf: correction.transcript };
    await finish({ correction: made, version: 1 });
    expect(await open()).toEqual({ version: 1, title: null, speakers: null, correction: made });
    expect(await requests()).toEqual([]);
    expect(await refusal(open(undefined, 2))).toMatchObject({ code: 'RESULT_CHANGED', data: { version: 1 } });
  });

  it('is asked for once, waited for, and the wait leaves nothing behind', async () => {
    await put('one', { version: 1, correction });
    const made = { ...correction, translation: 'I am well.', translationOf: correction.transcript };
    const answer = whileWaiting(async () => {
      expect(await requests()).toMatchObject([{ ...ask(1), run: 0, claimedUntil: null, errorCode: null }]);
      await finish({ correction: made, version: 2 });
    });
    expect(await answer).toEqual({ version: 2, title: null, speakers: null, correction: made });
    expect([wakes.size, told]).toEqual([0, ['translate']]);
  });

  it('joins what is under way for the same text, and takes the place of what an older one or a failure left', async () => {
    await put('one', { version: 1, correction });
    const inHand = { run: 2, claimedUntil: secondsLater(60), createdAt: secondsLater(-9) };
    const anew = { run: 0, claimedUntil: null, errorCode: null };
    for (const [left, now] of [
      [{ ...ask(1), ...inHand }, inHand],
      [{ ...ask(0), ...inHand }, anew],
      [{ ...ask(1), ...inHand, errorCode: 'TRANSLATION_FAILED' }, anew],
    ] as const) {
      await database.db.delete(translationRequests);
      await database.db.insert(translationRequests).values(left);
      const leaves = new AbortController();
      const answer = whileWaiting(async () => {
        expect(await requests()).toMatchObject([{ version: 1, ...now }]);
        leaves.abort();
      }, open(leaves.signal));
      expect(await refusal(answer)).toMatchObject({ code: 'TAKES_LONGER', retryAfterSeconds: 2 });
    }
  });

  it('ends with the wait of who asked first; who had joined asks anew', async () => {
    await put('one', { version: 1, correction });
    const leaves = new AbortController();
    const first = refusal(whileWaiting(async () => leaves.abort(), open(leaves.signal)));
    expect(await first).toMatchObject({ code: 'TAKES_LONGER' });
    expect(await requests()).toEqual([]);
    await database.db.insert(translationRequests).values({ ...ask(1), createdAt: secondsLater(-9) });
    const joins = new AbortController();
    const second = refusal(open(joins.signal));
    await whileWaiting(() => database.db.delete(translationRequests), Promise.resolve() as never);
    await expect.poll(requests).toMatchObject([{ ...ask(1), run: 0 }]);
    joins.abort();
    await second;
    await database.db.insert(translationRequests).values({ ...ask(1), createdAt: secondsLater(-9) });
    expect(await refusal(open(AbortSignal.abort()))).toMatchObject({ code: 'TAKES_LONGER' });
    expect(await requests()).toHaveLength(1);
  });

  it('is told of when another save came meanwhile', async () => {
    await put('one', { version: 1, correction });
    const answer = whileWaiting(() => finish({ version: 2, correction: { ...correction, transcript: 'Kale.' } }));
    expect(await refusal(answer)).toMatchObject({ code: 'RESULT_CHANGED', data: { version: 2 } });
    await finish({ version: 1, correction });
    const undone = whileWaiting(() => finish({ version: 2, correction: null }));
    expect(await refusal(undone)).toMatchObject({ code: 'RESULT_CHANGED' });
  });

  it('that failed says why, a busy engine also when to come again', async () => {
    await put('one', { version: 1, correction });
    const fail = (errorCode: string, version = 1) =>
      database.db.update(translationRequests).set({ errorCode, version });
    const busy = await refusal(whileWaiting(() => fail('ENGINE_BUSY')));
    expect(busy).toMatchObject({ code: 'ENGINE_BUSY', retryAfterSeconds: 2 });
    const failed = await refusal(whileWaiting(() => fail('TRANSLATION_FAILED')));
    expect(failed).toMatchObject({ code: 'TRANSLATION_FAILED', retryAfterSeconds: undefined });
    // Neither another version's failure nor a code that nobody knows ends the wait.
    const gone = new AbortController();
    const waiting = open(gone.signal);
    for (const [code, version] of [
      ['TRANSLATION_FAILED', 0],
      ['NO_SUCH_CODE', 1],
    ] as const)
      await whileWaiting(() => fail(code, version), Promise.resolve() as never);
    gone.abort();
    expect(await refusal(waiting)).toMatchObject({ code: 'TAKES_LONGER' });
    expect(wakes.size).toBe(0);
  });

  it('gives out what was heard only once that is noted as sent: a deletion then refunds nothing', async () => {
    await put('one', { version: 1, correction, textSentAt: null });
    engineState = 'starting';
    expect(await refusal(open())).toMatchObject({ code: 'ENGINE_NOT_READY' });
    expect(await rowOf('one')).toMatchObject({ textSentAt: null });
    engineState = 'ready';
    expect(await refusal(open(AbortSignal.abort()))).toMatchObject({ code: 'TAKES_LONGER' });
    expect(await rowOf('one')).toMatchObject({ textSentAt: start });
  });

  it('is not asked for while no engine is ready, nor by anybody else', async () => {
    await put('one', { version: 1, correction });
    engineState = 'starting';
    expect(await refusal(open())).toMatchObject({ code: 'ENGINE_NOT_READY', retryAfterSeconds: 2 });
    expect([await requests(), told]).toEqual([[], []]);
    const stranger = service().translate({ userId: 'other', id: 'one' }, 1, AbortSignal.abort());
    expect(await refusal(stranger)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
