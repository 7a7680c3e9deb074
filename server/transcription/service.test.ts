import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { samples } from '#shared/samples.ts';
import type { SavedPart } from '#speech/engine.ts';
import { prepareService, received, refusal, secondsLater, start } from '#tests/support/transcription-service.ts';
import { Failure } from '../core/failure.ts';
import { ledgerEntries, transcriptionParts, transcriptions, users } from '../db/schema.ts';
import { readParts } from './run-store.ts';

const { bench, database, openService, put, rows, attempts, names } = prepareService();
const part: SavedPart = { kind: 'speech', durationSeconds: 2, stretches: [], tight: [] };
const putPart = (transcriptionId: string) =>
  database.db.insert(transcriptionParts).values({ transcriptionId, number: 0, part });

describe('an upload', () => {
  it('is kept, charged and queued', async () => {
    const row = await openService().accept(received('bytes'));
    expect(row).toMatchObject({ state: 'queued', charge: 'reserved', uploadBytes: 7, priority: 0, createdAt: start });
    expect([...bench.objects]).toEqual([[row.uploadKey, '/tmp/upload audio/ogg']]);
    expect(await attempts()).toBe(2);
    expect(bench.events).toEqual([{ name: 'attempt_charged', user: 'user', by: 'upload', transcription: row.id }]);
  });

  it('of bytes that are at work, or done lately, joins that work and is not kept', async () => {
    const service = openService();
    const first = await service.accept(received('bytes'));
    expect((await service.accept(received('bytes'))).id).toBe(first.id);
    const [one, two] = await Promise.all([service.accept(received('twice')), service.accept(received('twice'))]);
    expect(one.id).toBe(two.id);
    await put('done', { acknowledgedAt: start });
    bench.now = secondsLater(9 * 60);
    expect((await service.accept(received('done'))).id).toBe('done');
    expect(await service.findReusable({ userId: 'user', sha256: 'done' })).toMatchObject({ id: 'done' });
    bench.now = secondsLater(11 * 60);
    expect(await service.findReusable({ userId: 'user', sha256: 'done' })).toBeUndefined();
    expect((await service.accept(received('done'))).id).not.toBe('done');
    expect(bench.objects.size).toBe(3);
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
    expect(bench.events).toEqual([{ name: 'rate_limited', limit: 'newRecordingsPerUserPerMinute', user: 'user' }]);
    expect([bench.objects.size, await attempts(), (await rows()).length]).toEqual([0, 3, 0]);
    bench.now = secondsLater(2);
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
      expect(bench.events.at(-1)).toEqual({ name: 'rate_limited', limit: 'share of the queue', user: 'user' });
    }
  });

  it('stays in the store where nobody knows whether its row was written', async () => {
    await expect(openService().accept(received('bytes', { bytes: Number.NaN }))).rejects.not.toBeInstanceOf(Failure);
    expect(bench.objects.size).toBe(1);
  });

  it('that was not taken for Somali goes on from where it was, once its owner wants the text', async () => {
    const saved = { state: 'failed', errorCode: 'NOT_SOMALI', charge: 'refunded' } as const;
    await put('doubted', { ...saved, audioKey: null, result: null });
    await putPart('doubted');
    const service = openService();
    const again = await service.accept(received('doubted'));
    expect(await readParts(database.db, again.id)).toEqual([]);
    await database.db.delete(transcriptions).where(eq(transcriptions.id, again.id));
    const row = await service.accept(received('doubted', { anyLanguage: true }));
    expect(await readParts(database.db, row.id)).toEqual([part]);
    expect([await attempts(), names()]).toEqual([1, ['attempt_charged', 'attempt_charged']]);
  });

  it('again of bytes whose translation failed starts from the transcript, with the new upload', async () => {
    await put('failed', { state: 'failed', errorCode: 'TRANSLATION_FAILED', charge: 'refunded' });
    await putPart('failed');
    const row = await openService().accept(received('failed'));
    expect(row).toMatchObject({ uploadKey: [...bench.objects.keys()][0], maxAudioSeconds: 1_800 });
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
    expect([bench.objects.size, await attempts()]).toEqual([0, 3]);
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
  bench.isStoreUp = false;
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 30 });
  [bench.isStoreUp, bench.engineState] = [true, 'downloading'];
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'ENGINE_NOT_READY', retryAfterSeconds: 30 });
  bench.engineState = 'failed';
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 30 });
  bench.engineState = 'ready';
  await put('theirs', { userId: 'other', state: 'running', charge: 'reserved' });
  expect(await refusal(service.admit(account))).toMatchObject({ code: 'QUEUE_FULL' });
});
