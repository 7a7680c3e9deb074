import { createReadStream } from 'node:fs';
import { eq } from 'drizzle-orm';
import OpenAI from 'openai';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatSentence } from '#platform/format-sentence.ts';
import { users } from '#server/db/schema.ts';
import type { ErrorCode } from '#shared/errors/codes.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { audio, bearer, failing, prepareProgramApp } from '../support/program-app.ts';
import { scriptedTexts } from '../support/scripted-engine.ts';
import { call, makeRecording, readSession } from '../support/test-client.ts';

const { readApp, openAccount, openKey, clientWith, ask } = prepareProgramApp();

const formats = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;

describe('the official client', () => {
  let client: OpenAI;
  beforeAll(async () => {
    const owner = await openAccount();
    await readApp().database.db.update(users).set({ isUnlimited: true }).where(eq(users.email, owner.email));
    client = clientWith(await openKey(owner));
  });
  afterEach(() => vi.restoreAllMocks());

  it('lists the model', async () => {
    expect((await client.models.list()).data).toMatchObject([{ id: 'somali-speech', object: 'model' }]);
  });

  it.each(formats)('gets Somali and English as %s', async (response_format) => {
    const common = { file: await audio(), model: 'whisper-1', response_format };
    const somali: unknown = await client.audio.transcriptions.create({ ...common, language: 'so', temperature: 0 });
    const english: unknown = await client.audio.translations.create({ ...common, prompt: 'Xamar' });
    const { transcript, translation } = scriptedTexts;
    const expected = {
      json: [{ text: transcript }, { text: translation }],
      text: [`${transcript}\n`, `${translation}\n`],
      srt: ['Maanta', translation].map((said) => `1\r\n00:00:00,000 --> 00:00:01,000\r\n${said}\r\n\r\n`),
      vtt: ['Maanta', translation].map((said) => `WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${said}\n`),
      verbose_json: [
        { task: 'transcribe', language: 'somali', duration: 2.5, text: transcript, segments: [], confidence: 8.2 },
        { task: 'translate', language: 'english', duration: 2.5, text: translation, segments: [], confidence: 7.5 },
      ],
    }[response_format];
    expect([somali, english]).toMatchObject(expected);
  });

  it('gives names and terms of one recording as its prompt, and free text changes nothing', async () => {
    const owner = await openAccount();
    const [by, file] = [clientWith(await openKey(owner)), makeRecording()];
    await call(readApp().base, '/api/account/words', {
      method: 'PUT',
      json: { words: ['Xalane'] },
      token: owner.token,
    });
    const send = async (prompt: string, bytes = file) => {
      const { text } = await by.audio.transcriptions.create({ file: await audio(bytes), model: 'x', prompt });
      expect(text).toBe(scriptedTexts.transcript);
      return readApp().calls.given.at(-1)?.ownWords;
    };
    expect(await send('Glossary: Qaybsanow,  Cabdi-Qaadir   Xuseen\ndaawo')).toEqual([
      'Xalane',
      ...['Qaybsanow', 'Cabdi-Qaadir Xuseen', 'daawo'],
    ]);
    const before = readApp().calls.given.length;
    for (const same of ['Qaybsanow, Cabdi-Qaadir Xuseen, daawo', '']) await send(same);
    expect(readApp().calls.given).toHaveLength(before);
    expect(await send('Muuse Biixi, Covid19, waxaan ku nool nahay magaalada')).toEqual(['Xalane', 'Muuse Biixi']);
    expect((await readSession(readApp().base, owner.token)).body.data.attemptsRemaining).toBe(1);
    const prose = `Haa, waan imid. Muuse, kaalay!\n=1+2\nالصومال ${'x, '.repeat(4000)}`;
    expect(await send(prose, makeRecording())).toEqual(['Xalane', 'x']);
  });

  it('gets words with their times where it asks for them', async () => {
    const answer = await client.audio.transcriptions.create({
      file: await audio(),
      model: 'whisper-1',
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    });
    expect(answer.words).toEqual([{ word: 'Maanta', start: 0, end: 0.5, confidence: 9 }]);
    expect(answer.segments).toBeUndefined();
  });

  it('may send parts without a name beside the named ones', async () => {
    const form = new FormData();
    form.append('', 'true');
    form.append('file', await audio());
    const sent = { method: 'POST', body: form, ...bearer(String(client.apiKey)) };
    const answer = await ask('/v1/audio/transcriptions', sent);
    expect([answer.status, await answer.json()]).toEqual([200, { text: scriptedTexts.transcript }]);
  });

  it('sends five minutes of sound', async () => {
    const file = createReadStream(audioFixture('speech-5min.opus'));
    const answer = await client.audio.transcriptions.create({ file, model: 'x' });
    expect(answer.text).toBe(scriptedTexts.transcript);
  });

  type Given = Record<string, unknown>;
  const refusal = async (given: Given, by = client) => {
    const body = { model: 'x', ...given, file: given.file ?? (await audio()) } as never;
    return by.audio.transcriptions.create(body, { headers: { 'accept-language': 'so' } }).then(
      () => undefined,
      (error: InstanceType<typeof OpenAI.APIError>) => error,
    );
  };

  it.each<[name: string, given: () => Given, kind: keyof typeof OpenAI, status: number, code: ErrorCode]>([
    ['another language', () => ({ language: 'en' }), 'BadRequestError', 400, 'LANGUAGE_UNSUPPORTED'],
    ['another format', () => ({ response_format: 'diarized_json' }), 'BadRequestError', 400, 'FORMAT_UNSUPPORTED'],
    ['a stream', () => ({ stream: true }), 'BadRequestError', 400, 'STREAM_UNSUPPORTED'],
    ['other granularities', () => ({ timestamp_granularities: ['x'] }), 'BadRequestError', 400, 'BAD_REQUEST'],
    ['what is no sound', () => ({ file: audio(Buffer.from('text')) }), 'APIError', 415, 'AUDIO_UNSUPPORTED'],
    ['nothing', () => ({ file: audio(Buffer.alloc(0)) }), 'BadRequestError', 400, 'AUDIO_EMPTY'],
    ['silence', () => ({ file: audio(failing('NO_SPEECH')) }), 'UnprocessableEntityError', 422, 'NO_SPEECH'],
    ['too much', () => ({ file: audio(failing('AUDIO_TOO_LONG')) }), 'UnprocessableEntityError', 422, 'AUDIO_TOO_LONG'],
    [
      'what fails',
      () => ({ file: audio(failing('TRANSCRIPTION_TIMEOUT')) }),
      'InternalServerError',
      504,
      'TRANSCRIPTION_TIMEOUT',
    ],
  ])('that sends %s gets an error of its own kind, with our sentence', async (_, given, kind, status, code) => {
    const asked = given();
    const error = await refusal({ ...asked, ...('file' in asked && { file: await asked.file }) });
    expect(error).toBeInstanceOf(OpenAI[kind]);
    expect(error).toMatchObject({ status, code });
    const [opening = ''] = formatSentence(code, 'so').split('{');
    expect(error?.message).toContain(opening);
    const param = Object.keys(asked)[0]?.replace('timestamp_granularities', 'timestamp_granularities[]') ?? null;
    expect(error?.param).toBe(status === 400 && param !== 'file' ? param : null);
  });

  it('says that it is Somali, and is not asked', async () => {
    const file = () => audio(failing('NOT_SOMALI'));
    expect(await refusal({ file: await file() })).toMatchObject({ status: 422, code: 'NOT_SOMALI' });
    const answer = await client.audio.transcriptions.create({ file: await file(), model: 'x', language: 'so' });
    expect(answer.text).toBe(scriptedTexts.transcript);
  });

  it('gets errors for keys, attempts, limits and other addresses, too', async () => {
    expect(await refusal({}, clientWith('ssa_guess'))).toBeInstanceOf(OpenAI.AuthenticationError);
    const owner = await openAccount();
    const poor = clientWith(await openKey(owner));
    for (const _ of [1, 2, 3]) await call(readApp().base, '/api/attempts/use', { method: 'POST', token: owner.token });
    expect(await refusal({}, poor)).toMatchObject({ status: 403, code: 'ATTEMPTS_EXHAUSTED' });
    const chat = client.chat.completions.create({ model: 'x', messages: [] });
    await expect(chat).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(chat).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('is told where to ask for what takes longer than it waits, and is charged for it once', async () => {
    const owner = await openAccount();
    const key = await openKey(owner);
    let letGo = () => {};
    readApp().script.hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const timeOut = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const bytes = makeRecording();
    const error = await refusal({ file: await audio(bytes) }, clientWith(key));
    expect(error).toMatchObject({ status: 503, code: 'STILL_WORKING' });
    expect(error?.headers?.get('retry-after')).toBe('2');
    timeOut.mockRestore();
    const [path = ''] = /\/api\/transcription\/[\w-]+/.exec(error?.message ?? '') ?? [];
    expect((await ask(path, bearer(key))).status).toBe(202);
    readApp().script.hold = undefined;
    letGo();
    const again = await clientWith(key).audio.transcriptions.create({ file: await audio(bytes), model: 'x' });
    expect(again.text).toBe(scriptedTexts.transcript);
    expect((await ask(path, bearer(key))).status).toBe(200);
    expect((await readSession(readApp().base, owner.token)).body.data.attemptsRemaining).toBe(2);
  });
});

it('send recordings through the API, too, and come back for the result', async () => {
  const key = await openKey();
  const body = new FormData();
  body.append('audio', await audio());
  const headers = { ...bearer(key).headers, prefer: 'respond-async' };
  const accepted = await ask('/api/transcription/upload', { method: 'POST', body, headers });
  expect(accepted.status).toBe(202);
  const at = accepted.headers.get('location') ?? '';
  await expect.poll(async () => (await ask(at, bearer(key))).status).toBe(200);
  const result = await (await ask(at, bearer(key))).json();
  expect(result).toMatchObject({ data: { transcription: { transcript: scriptedTexts.transcript } } });
});
