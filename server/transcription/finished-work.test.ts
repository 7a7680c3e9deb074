import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import { scriptedTexts } from '#tests/support/scripted-engine.ts';
import { prepareService, received, refusal, secondsLater, start } from '#tests/support/transcription-service.ts';
import { transcriptions, users } from '../db/schema.ts';
import { StoredObjectMissing } from '../storage/storage.ts';

const { bench, database, openService, put, rows, rowOf, attempts, names } = prepareService();

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
    bench.now = secondsLater(5);
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
    expect((await rowOf('more'))?.textSentAt).toEqual(bench.now);
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
    bench.storeFails = new StoredObjectMissing('gone');
    expect(await refusal(service.openAudio('done'))).toMatchObject({ code: 'NOT_FOUND', cause: bench.storeFails });
    bench.storeFails = new Error('away');
    await expect(service.openAudio('done')).rejects.toBe(bench.storeFails);
  });
});

describe('deleting', () => {
  it('takes recording and texts, and gives back what has given no text', async () => {
    const service = openService();
    const row = await service.accept(received('bytes'));
    expect(await refusal(service.remove('other', row.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect([bench.objects.size, await attempts()]).toEqual([1, 2]);
    await service.remove('user', row.id);
    expect([bench.objects.size, await attempts(), (await rows()).length]).toEqual([0, 3, 0]);
    expect(bench.events.at(-1)).toEqual({ name: 'attempt_refunded', user: 'user', reason: 'deleted by its owner' });
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
    bench.objects.set('audio/kept.ogg', '');
    await service.remove('user', row.id);
    expect([bench.objects.size, await attempts(), names()]).toEqual([0, 2, ['attempt_charged']]);
  });
});
