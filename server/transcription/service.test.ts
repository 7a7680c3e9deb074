import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import { samples } from '#shared/samples.ts';
import type { SpeechEngineState } from '#shared/transcript.ts';
import type { SavedPart } from '#speech/engine.ts';
import { insertTestResult, insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { createScriptedEngine, scriptedTexts } from '#tests/support/scripted-engine.ts';
import { Failure } from '../core/failure.ts';
import type { Database } from '../db/database.ts';
import { ledgerEntries, transcriptionParts, transcriptions, users } from '../db/schema.ts';
import { StoredObjectMissing } from '../storage/storage.ts';
import { startingEngine } from './engine-status.ts';
import { readParts } from './run-store.ts';
import { createTranscriptionService, type ReceivedUpload } from './service.ts';
import type { NewTranscription } from './store.ts';

const start = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const database = openTestDatabase();
beforeAll(async () => {
  await insertTestUser(database.db, 'user');
  await insertTestUser(database.db, 'other');
});

let now: Date;
let objects: Map<string, string>;
let events: Record<string, unknown>[];
/** In place of the store's answer. */
let storeFails: Error | undefined;
let isStoreUp: boolean;
let engineState: SpeechEngineState['state'];

beforeEach(async () => {
  [now, objects, events, storeFails, isStoreUp, engineState] = [start, new Map(), [], undefined, true, 'ready'];
  await database.db.delete(transcriptions);
  await database.db.delete(ledgerEntries);
  await database.db.update(users).set({ attempts: 3, isUnlimited: false });
});

function openService(limits: { queueLimit?: number; perMinute?: number } = {}) {
  return createTranscriptionService({
    database: database as Database,
    clock: { now: () => now },
    storage: {
      put: async (key: string, localPath: string, mime: string) => void objects.set(key, `${localPath} ${mime}`),
      remove: async (key: string) => void objects.delete(key),
      signUrl: async ({ key, transcriptionId }: { key: string; transcriptionId: string }, seconds: number) =>
        `${key} of ${transcriptionId} for ${seconds}`,
      openRead: async (key: string) => {
        if (storeFails) throw storeFails;
        return Readable.from([key]);
      },
    } as never,
    signer: { signPath: (id, seconds) => `/${id} for ${seconds}` },
    engineStatus: { read: async () => ({ engine: { ...startingEngine, state: engineState } }) },
    log: (name, fields) => events.push({ name, ...fields }),
    config: {
      queueLimit: limits.queueLimit ?? 100,
      longQueueLimitSeconds: 3_600,
      maxAudioSeconds: 7_200,
      freeMaxAudioSeconds: 1_800,
      rateLimits: { newRecordingsPerUserPerMinute: { count: limits.perMinute ?? 100, seconds: 60 } } as never,
    },
    storageWatch: { isUp: () => isStoreUp },
  });
}

const received = (sha256: string, more: Partial<ReceivedUpload> = {}): ReceivedUpload => {
  return { userId: 'user', sha256, anyLanguage: false, localPath: '/tmp/upload', bytes: 7, container: 'ogg', ...more };
};
const part: SavedPart = { kind: 'speech', durationSeconds: 2, stretches: [], tight: [] };
const putPart = (transcriptionId: string) =>
  database.db.insert(transcriptionParts).values({ transcriptionId, number: 0, part });
const rows = () => database.db.select().from(transcriptions);
const rowOf = async (id: string) => (await rows()).find((row) => row.id === id);
const attempts = async () => (await database.db.select().from(users).where(eq(users.id, 'user')))[0]?.attempts;
const names = () => events.map(({ name }) => name);
const refusal = async (answer: Promise<unknown>): Promise<Failure> => {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};

/** Work of `user` on bytes of its own that is done and charged, unless `part` says otherwise. */
async function put(id: string, part: Partial<NewTranscription> = {}): Promise<void> {
  const { engine } = createScriptedEngine();
  const result = {
    ...scriptedTexts,
    durationSeconds: 2.5,
    engine: engine.getState().description,
    timings: { decode: 1 },
  };
  const audioKey = `audio/${id}.ogg`;
  await insertTestResult(database.db, id, { result: result as never, audioKey, ...part });
}

describe('an upload', () => {
  it('is kept, charged and queued', async () => {
    const row = await openService().accept(received('bytes'));
    expect(row).toMatchObject({ state: 'queued', charge: 'reserved', uploadBytes: 7, priority: 0, createdAt: start });
    expect([...objects]).toEqual([[row.uploadKey, '/tmp/upload audio/ogg']]);
    expect(await attempts()).toBe(2);
    expect(events).toEqual([{ name: 'attempt_charged', user: 'user', by: 'upload', transcription: row.id }]);
  });

  it('of bytes that are at work, or done lately, joins that work and is not kept', async () => {
    const service = openService();
    const first = await service.accept(received('bytes'));
    expect((await service.accept(received('bytes'))).id).toBe(first.id);
    const [one, two] = await Promise.all([service.accept(received('twice')), service.accept(received('twice'))]);
    expect(one.id).toBe(two.id);
    await put('done', { acknowledgedAt: start });
    now = secondsLater(9 * 60);
    expect((await service.accept(received('done'))).id).toBe('done');
    expect(await service.findReusable({ userId: 'user', sha256: 'done' })).toMatchObject({ id: 'done' });
    now = secondsLater(11 * 60);
    expect(await service.findReusable({ userId: 'user', sha256: 'done' })).toBeUndefined();
    expect((await service.accept(received('done'))).id).not.toBe('done');
    expect(objects.size).toBe(3);
    expect(names()).toEqual(['attempt_charged', 'attempt_charged', 'attempt_charged']);
  });

  it('of a sample, or by an account without limits, costs nothing', async () => {
    const service = openService();
    const sample = await service.accept(received(samples[0]?.sha256 ?? ''));
    expect([sample.charge, await attempts(), names()]).toEqual(['free', 3, []]);
    await database.db.update(users).set({ isUnlimited: true, attempts: 0 });
    expect((await service.accept(received('bytes'))).charge).toBe('free');
    expect([await attempts(), names()]).toEqual([0, []]);
  });

  it.each([undefined, 'avi' as never])('of a kind that is not taken (%s) is refused', async (container) => {
    const refused = await refusal(openService().accept(received('a', { container })));
    expect(refused).toMatchObject({ code: 'AUDIO_UNSUPPORTED' });
    expect(await rows()).toEqual([]);
  });

  it('is refused, let go and not charged without an attempt, room in the queue, or patience', async () => {
    await database.db.update(users).set({ attempts: 0 });
    expect(await refusal(openService().accept(received('a')))).toMatchObject({ code: 'ATTEMPTS_EXHAUSTED' });
    await database.db.update(users).set({ attempts: 3 });
    await put('theirs', { userId: 'other', state: 'queued', charge: 'reserved' });
    const full = await refusal(openService({ queueLimit: 1 }).accept(received('a')));
    expect(full).toMatchObject({ code: 'QUEUE_FULL', retryAfterSeconds: 10 });
    await database.db.delete(transcriptions);
    const lately = { userId: 'user', kind: 'charge', delta: -1, reason: 'upload' } as const;
    await database.db
      .insert(ledgerEntries)
      .values({ ...lately, transcriptionId: 'lately', createdAt: secondsLater(-59) });
    const hasty = await refusal(openService({ perMinute: 1 }).accept(received('a')));
    expect(hasty).toMatchObject({ code: 'UPLOAD_RATE_LIMITED', retryAfterSeconds: 60 });
    expect(events).toEqual([{ name: 'rate_limited', limit: 'newRecordingsPerUserPerMinute', user: 'user' }]);
    expect([objects.size, await attempts(), (await rows()).length]).toEqual([0, 3, 0]);
    now = secondsLater(2);
    expect((await openService({ perMinute: 1 }).accept(received('a'))).state).toBe('queued');
  });

  it('takes a quarter of the queue at most, two places at least, behind the person’s own', async () => {
    for (const [queueLimit, places] of [
      [4, 2],
      [12, 3],
    ] as const) {
      await database.db.delete(transcriptions);
      await database.db.update(users).set({ attempts: 9 });
      const service = openService({ queueLimit });
      for (let place = 0; place < places; place += 1)
        expect((await service.accept(received(`${queueLimit} ${place}`))).priority).toBe(place);
      const refused = await refusal(service.accept(received(`${queueLimit} more`)));
      expect(refused).toMatchObject({ code: 'UPLOAD_RATE_LIMITED', retryAfterSeconds: 10 });
      expect(events.at(-1)).toEqual({ name: 'rate_limited', limit: 'share of the queue', user: 'user' });
    }
  });

  it('stays in the store where nobody knows whether its row was written', async () => {
    await expect(openService().accept(received('bytes', { bytes: Number.NaN }))).rejects.not.toBeInstanceOf(Failure);
    expect(objects.size).toBe(1);
  });

  it('that was not taken for Somali goes on from where it was, once its owner wants the text', async () => {
    const saved = { state: 'failed', errorCode: 'NOT_SOMALI', charge: 'refunded' } as const;
    await put('doubted', { ...saved, uploadKey: 'uploads/doubted', audioKey: null, result: null });
    await putPart('doubted');
    const service = openService();
    const order = { userId: 'user', sha256: 'doubted', anyLanguage: true };
    expect(await service.takeUp({ ...order, anyLanguage: false })).toBeUndefined();
    expect(await service.takeUp({ ...order, sha256: 'other bytes' })).toBeUndefined();
    const row = await service.takeUp(order);
    expect(row).toMatchObject({ state: 'queued', uploadKey: 'uploads/doubted', uploadBytes: 7 });
    expect(await readParts(database.db, row?.id ?? '')).toEqual([part]);
    expect((await rowOf('doubted'))?.uploadKey).toBeNull();
    expect([await attempts(), names()]).toEqual([2, ['attempt_charged']]);
  });

  it('again of bytes whose translation failed starts from the transcript, with the new upload', async () => {
    await put('failed', { state: 'failed', errorCode: 'TRANSLATION_FAILED', charge: 'refunded' });
    await putPart('failed');
    const row = await openService().accept(received('failed'));
    expect(row).toMatchObject({ uploadKey: [...objects.keys()][0], maxAudioSeconds: 1_800 });
    expect(await readParts(database.db, row.id)).toEqual([part]);
  });

  it('of an hour is refused where so many wait, and a short one is not', async () => {
    const hour = { durationSeconds: 7_200, state: 'running', maxAudioSeconds: 7_200 } as const;
    await put('long', { ...hour, secondsDone: 4_000 });
    const service = openService();
    const account = { attemptsFree: 1, isUnlimited: false };
    const bytes = 1_700_000;
    expect(await refusal(service.admit(account, bytes))).toMatchObject({ code: 'LONG_QUEUE_FULL' });
    expect(await refusal(service.accept(received('hour', { bytes })))).toMatchObject({ code: 'LONG_QUEUE_FULL' });
    expect([objects.size, await attempts()]).toEqual([0, 3]);
    await service.admit(account, 30_000);
    expect(await service.accept(received('note'))).toMatchObject({ state: 'queued' });
  });
});

it('refuses before a body is read what can be refused', async () => {
  const service = openService({ queueLimit: 1 });
  const account = { attemptsFree: 1, isUnlimited: false };
  await service.admit(account);
  await service.admit({ attemptsFree: 0, isUnlimited: true });
  expect(await refusal(service.admit({ ...account, attemptsFree: 0 }))).toMatchObject({ code: 'ATTEMPTS_EXHAUSTED' });
  isStoreUp = false;
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 30 });
  [isStoreUp, engineState] = [true, 'downloading'];
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'ENGINE_NOT_READY', retryAfterSeconds: 30 });
  engineState = 'failed';
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 30 });
  engineState = 'ready';
  await put('theirs', { userId: 'other', state: 'running', charge: 'reserved' });
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'QUEUE_FULL' });
});

describe('what finished work answers with', () => {
  const outcome = async (id: string) => openService().getOutcome(await rowOf(id), 'en');

  it('is its result, without our timings, with an address of its audio', async () => {
    await put('done');
    const { transcription, attemptsRemaining } = await outcome('done');
    expect(transcription).toMatchObject({ ...scriptedTexts, id: 'done', createdAt: start.toISOString() });
    expect(transcription).not.toHaveProperty('timings');
    expect(transcription.s3Url).toBe('audio/done.ogg of done for 300');
    expect(transcription.audioPath).toBe('/done for 300');
    expect(attemptsRemaining).toBe(3);
    await database.db.update(users).set({ isUnlimited: true });
    expect((await outcome('done')).attemptsRemaining).toBe(unlimitedAttemptsShown);
  });

  it.each([
    ['NO_SPEECH', { code: 'NO_SPEECH', retryAfterSeconds: undefined, values: {} }],
    ['ENGINE_BUSY', { code: 'ENGINE_BUSY', retryAfterSeconds: 10 }],
    ['AUDIO_TOO_LONG', { code: 'AUDIO_TOO_LONG', values: { limit: '120 minutes' } }],
    ['A_CODE_OF_ANOTHER_RELEASE', { code: 'TRANSCRIPTION_FAILED' }],
    [null, { code: 'TRANSCRIPTION_FAILED' }],
  ])('is the failure %s', async (errorCode, failure) => {
    await put('failed', { state: 'failed', errorCode });
    expect(await refusal(outcome('failed'))).toMatchObject(failure);
  });

  it('is a refusal for what was deleted, has no audio or belongs to nobody', async () => {
    expect(await refusal(outcome('deleted'))).toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    await put('mute', { audioKey: null });
    expect(await refusal(outcome('mute'))).toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
    await put('empty', { result: null });
    expect(await refusal(outcome('empty'))).toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
    await put('done');
    const row = await rowOf('done');
    const orphan = row && openService().getOutcome({ ...row, userId: 'nobody' }, 'en');
    expect(await refusal(orphan ?? Promise.resolve())).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a result', () => {
  it('is read by its owner alone, and its text has left from then on', async () => {
    await put('done');
    const service = openService();
    expect(await refusal(service.read('other', 'done', 'en'))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await rowOf('done'))?.textSentAt).toBeNull();
    now = secondsLater(5);
    expect(await service.read('user', 'done', 'en')).toMatchObject({ transcription: { id: 'done' } });
    expect((await rowOf('done'))?.textSentAt).toEqual(secondsLater(5));
  });

  it('is told as far as it is while it is worked on, and spent once there is text of it', async () => {
    const recognition = { stage: 'recognition', text: '', progress: 0.25 } as const;
    const startedAt = new Date(Date.now() - 60_000);
    const half = { state: 'running', startedAt, durationSeconds: 400, secondsDone: 100 } as const;
    await put('half', { ...half, progress: { recognition } });
    const service = openService();
    const read = () => service.read('user', 'half', 'en');
    const work = { id: 'half', state: 'running', position: 0, durationSeconds: 400, secondsDone: 100, text: '' };
    const told = await read();
    expect(told).toMatchObject({ work });
    expect(told).toHaveProperty(
      'work.secondsLeft',
      expect.toSatisfy((left) => left >= 180),
    );
    expect((await rowOf('half'))?.textSentAt).toBeNull();
    await put('more', { ...half, progress: { recognition: { ...recognition, text: 'waa' } } });
    expect(await service.read('user', 'more', 'en')).toMatchObject({ work: { text: 'waa' } });
    expect((await rowOf('more'))?.textSentAt).toEqual(now);
  });

  it('answers a failure with it', async () => {
    await put('failed', { state: 'failed', errorCode: 'NO_SPEECH' });
    expect(await refusal(openService().read('user', 'failed', 'en'))).toMatchObject({ code: 'NO_SPEECH' });
  });

  it('stays without its text having left, where its owner was told to come back for it', async () => {
    await put('later', { state: 'queued' });
    const row = await rowOf('later');
    if (row)
      expect(await openService().promise(row)).toMatchObject({ id: 'later', state: 'queued', secondsLeft: null });
    expect((await rowOf('later'))?.isFetchedLater).toBe(true);
  });

  it('does not leave once its charge was given back', async () => {
    await put('refunded', { charge: 'refunded' });
    expect(await refusal(openService().markTextSent('refunded'))).toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    await put('paid');
    await openService().markTextSent('paid');
  });

  it('is acknowledged by its owner alone', async () => {
    await put('done');
    const service = openService();
    expect(await refusal(service.acknowledge('other', 'done'))).toMatchObject({ code: 'NOT_FOUND' });
    await service.acknowledge('user', 'done');
    expect((await rowOf('done'))?.acknowledgedAt).toEqual(start);
  });

  it('has audio for as long as the store has it', async () => {
    await put('done');
    const service = openService();
    expect(await text(await service.openAudio('done'))).toBe('audio/done.ogg');
    await put('mute', { audioKey: null });
    expect(await refusal(service.openAudio('mute'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(service.openAudio('deleted'))).toMatchObject({ code: 'NOT_FOUND' });
    storeFails = new StoredObjectMissing('gone');
    expect(await refusal(service.openAudio('done'))).toMatchObject({ code: 'NOT_FOUND', cause: storeFails });
    storeFails = new Error('away');
    await expect(service.openAudio('done')).rejects.toBe(storeFails);
  });
});

describe('deleting', () => {
  it('takes recording and texts, and gives back what has given no text', async () => {
    const service = openService();
    const row = await service.accept(received('bytes'));
    expect(await refusal(service.remove('other', row.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect([objects.size, await attempts()]).toEqual([1, 2]);
    await service.remove('user', row.id);
    expect([objects.size, await attempts(), (await rows()).length]).toEqual([0, 3, 0]);
    expect(events.at(-1)).toEqual({ name: 'attempt_refunded', user: 'user', reason: 'deleted by its owner' });
    expect(await refusal(service.remove('user', row.id))).toMatchObject({ code: 'NOT_FOUND' });
    const finished = await service.accept(received('other bytes'));
    await database.db.update(transcriptions).set({ state: 'done', charge: 'charged' });
    expect(await attempts()).toBe(2);
    await service.remove('user', finished.id);
    expect(await attempts()).toBe(3);
  });

  it('gives nothing back once text has left', async () => {
    const service = openService();
    const row = await service.accept(received('bytes'));
    await database.db.update(transcriptions).set({ charge: 'charged', textSentAt: start, audioKey: 'audio/kept.ogg' });
    objects.set('audio/kept.ogg', '');
    await service.remove('user', row.id);
    expect([objects.size, await attempts(), names()]).toEqual([0, 2, ['attempt_charged']]);
  });
});
