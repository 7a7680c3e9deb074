import { createReadStream } from 'node:fs';
import { eq } from 'drizzle-orm';
import OpenAI, { toFile } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatSentence } from '#platform/format-sentence.ts';
import { apiKeys, ledgerEntries, users } from '#server/db/schema.ts';
import type { listKeys, makeKey } from '#shared/contract/programs.ts';
import type { ErrorCode } from '#shared/errors/codes.ts';
import type { SpeechErrorCode } from '#speech/engine.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { scriptedTexts } from '../support/scripted-engine.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type AnswerTo, call, makeRecording, readSession, signIn } from '../support/test-client.ts';
import { widenLimits } from '../support/wide-limits.ts';

const failWith = (bytes: Buffer) =>
  /FAIL:([A-Z_]+)$/.exec(bytes.subarray(-40).toString('latin1'))?.[1] as SpeechErrorCode | undefined;
const failing = (code: SpeechErrorCode) => Buffer.concat([makeRecording(64), Buffer.from(`FAIL:${code}`)]);

let app: TestApp;
let base: string;
beforeAll(async () => {
  app = await startTestApp({ script: { failWith } });
  base = app.base;
});
afterAll(() => app.destroy());

type Owner = { token: string; email: string };

async function openAccount(of: TestApp = app): Promise<Owner> {
  const owner = await signIn(of.base);
  await of.database.db.update(users).set({ mayMakeKeys: true }).where(eq(users.email, owner.email));
  return owner;
}
const make = ({ token }: Owner, name = 'Nextcloud', at = base) =>
  call<AnswerTo<typeof makeKey>>(at, '/api/account/keys', { json: { name }, token });
const list = ({ token }: Owner) => call<AnswerTo<typeof listKeys>>(base, '/api/account/keys', { token });
const openKey = async (owner?: Owner) => (await make(owner ?? (await openAccount()))).body.data.key;

const clientWith = (apiKey: string, more: Partial<ConstructorParameters<typeof OpenAI>[0]> = {}) =>
  new OpenAI({ apiKey, baseURL: `${base}/v1`, maxRetries: 0, ...more });
const audio = (bytes = makeRecording()) => toFile(bytes, 'codka.wav');
const ask = (path: string, init: RequestInit = {}) => fetch(`${base}${path}`, init);
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

type ProgramError = { error: { message: string; code: ErrorCode; param: string | null } };
const codeOf = async (response: Response) => ((await response.json()) as ProgramError).error.code;

describe('keys', () => {
  it('are shown once and kept as a hash, named, with their last use, until their owner ends them', async () => {
    const owner = await openAccount();
    const { key, id, name } = (await make(owner, ' Open WebUI ')).body.data;
    expect(key).toMatch(/^ssa_[\w-]{43}$/);
    expect(name).toBe('Open WebUI');
    expect(JSON.stringify(await app.database.db.select().from(apiKeys))).not.toContain(key.slice(4));
    const before = await list(owner);
    expect(before.body.data).toMatchObject({ mayMakeKeys: true, keys: [{ id, name, lastUsedAt: null }] });
    expect(JSON.stringify(before.body)).not.toContain(key.slice(4));
    expect((await ask('/v1/models', bearer(key))).status).toBe(200);
    expect((await list(owner)).body.data.keys[0]?.lastUsedAt).toBe(app.clock.now().toISOString());
    const ended = await call(base, `/api/account/keys/${id}`, { method: 'DELETE', token: owner.token });
    expect(ended.status).toBe(200);
    expect((await ask('/v1/models', bearer(key))).status).toBe(401);
    expect((await list(owner)).body.data.keys).toEqual([]);
  });

  it('are ten at most, however many are asked for at once', async () => {
    const owner = await openAccount();
    const answers = await Promise.all(Array.from({ length: 14 }, () => make(owner)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'KEYS_TOO_MANY')).toHaveLength(4);
  });

  it('are for accounts that may: an operator’s word, or premium; taken back, they open nothing', async () => {
    const owner = await signIn(base);
    const set = (what: Partial<typeof users.$inferInsert>) =>
      app.database.db.update(users).set(what).where(eq(users.email, owner.email));
    expect((await make(owner)).body.code).toBe('KEYS_NOT_ALLOWED');
    expect((await list(owner)).body.data).toEqual({ mayMakeKeys: false, keys: [] });
    await set({ isUnlimited: true });
    const key = await openKey(owner);
    await set({ isUnlimited: false });
    const refused = await ask('/v1/models', bearer(key));
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'KEYS_NOT_ALLOWED']);
  });

  it('end with the account', async () => {
    const owner = await openAccount();
    const key = await openKey(owner);
    await call(base, '/api/account', { method: 'DELETE', token: owner.token });
    expect((await ask('/v1/models', bearer(key))).status).toBe(401);
  });

  it('open what the contract says and no more, and sessions do not open what is for keys', async () => {
    const owner = await openAccount();
    const key = await openKey(owner);
    const tries = [
      ['GET', '/api/account/keys'],
      ['POST', '/api/account/keys'],
      ['GET', '/api/auth/session'],
      ['DELETE', '/api/account'],
      ['GET', '/api/transcriptions'],
    ] as const;
    for (const [method, path] of tries) expect((await ask(path, { method, ...bearer(key) })).status).toBe(401);
    expect((await ask('/v1/models', bearer(owner.token))).status).toBe(401);
    expect((await ask('/api/transcription/none', bearer(key))).status).toBe(404);
  });

  it('of others are not ended, and others’ recordings stay theirs', async () => {
    const [mine, theirs] = [await openAccount(), await openAccount()];
    const { id } = (await make(theirs)).body.data;
    const ended = await call(base, `/api/account/keys/${id}`, { method: 'DELETE', token: mine.token });
    expect(ended.status).toBe(404);
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(makeRecording())]), 'a.wav');
    const sent = await ask('/api/transcription/upload', { method: 'POST', body: form, ...bearer(await openKey(mine)) });
    const { data } = (await sent.json()) as { data: { transcription: { id: string } } };
    const path = `/api/transcription/${data.transcription.id}`;
    expect((await ask(path, bearer(await openKey(theirs)))).status).toBe(404);
    expect((await ask(path, bearer(await openKey(mine)))).status).toBe(200);
  });

  it('are refused in an address, even beside a good one, and where they are guessed', async () => {
    const key = await openKey();
    for (const path of [`/v1/models?api_key=${key}`, `/v1/models?x=1&key=${key}`]) {
      expect(await codeOf(await ask(path))).toBe('KEY_INVALID');
      expect(await codeOf(await ask(path, bearer(key)))).toBe('KEY_INVALID');
    }
    const guesses = [`${key}a`, key.slice(0, -1), key.toUpperCase(), `ssa_${'a'.repeat(43)}`, '', "ssa_' or 1=1--"];
    for (const guess of guesses) expect(await codeOf(await ask('/v1/models', bearer(guess)))).toBe('KEY_INVALID');
    expect(await codeOf(await ask('/v1/models', { headers: { 'x-api-key': key } }))).toBe('KEY_INVALID');
  });

  it('are held to the account’s limits, work on what is refused among them', async () => {
    const env = widenLimits({ refusedWorkSecondsPerUserPerDay: 1 });
    const small = await startTestApp({ env, script: { failWith } });
    const { key } = (await make(await openAccount(small), 'a', small.base)).body.data;
    const client = clientWith(key, { baseURL: `${small.base}/v1` });
    const send = async (bytes?: Buffer<ArrayBuffer>) =>
      client.audio.transcriptions.create({ model: 'x', file: await audio(bytes) });
    await expect(send(failing('NO_SPEECH'))).rejects.toMatchObject({ status: 422 });
    await expect(send()).rejects.toMatchObject({ status: 429, code: 'UPLOAD_RATE_LIMITED' });
    await small.destroy();
  });

  it('have a limit each, and who guesses has one, too', async () => {
    const env = widenLimits({ requestsPerKeyPerMinute: 2, uploadsPerIpPerMinute: 3 });
    const small = await startTestApp({ env });
    const owner = await openAccount(small);
    const keys = [await make(owner, 'a', small.base), await make(owner, 'b', small.base)].map(
      ({ body }) => body.data.key,
    );
    const models = (key = '') => fetch(`${small.base}/v1/models`, bearer(key));
    const statuses: number[] = [];
    for (const key of [keys[0], keys[0], keys[0], keys[1], 'x', 'x', 'x', 'x'])
      statuses.push((await models(key)).status);
    expect(statuses).toEqual([200, 200, 429, 200, 401, 401, 401, 429]);
    const limited = await models(keys[0]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await small.destroy();
  });

  it('charge an account’s last attempt once, ten at a time', async () => {
    const owner = await openAccount();
    const keys = await Promise.all(Array.from({ length: 10 }, () => openKey(owner)));
    for (const _ of [1, 2]) await call(base, '/api/attempts/use', { method: 'POST', token: owner.token });
    const outcomes = await Promise.all(
      keys.map(async (key) =>
        clientWith(key)
          .audio.transcriptions.create({ file: await audio(), model: 'any' })
          .then(
            () => 'text',
            ({ code }: { code: string }) => code,
          ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'text')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'ATTEMPTS_EXHAUSTED')).toHaveLength(9);
    expect((await readSession(base, owner.token)).body.data.attemptsRemaining).toBe(0);
    const [user] = await app.database.db.select().from(users).where(eq(users.email, owner.email));
    const entries = await app.database.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, user?.id ?? ''));
    expect(entries.filter(({ kind, transcriptionId }) => kind === 'charge' && transcriptionId)).toHaveLength(1);
  });
});

const formats = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;

describe('the official client', () => {
  let client: OpenAI;
  beforeAll(async () => {
    const owner = await openAccount();
    await app.database.db.update(users).set({ isUnlimited: true }).where(eq(users.email, owner.email));
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
    await call(base, '/api/account/words', { method: 'PUT', json: { words: ['Xalane'] }, token: owner.token });
    const send = async (prompt: string, bytes = file) => {
      const { text } = await by.audio.transcriptions.create({ file: await audio(bytes), model: 'x', prompt });
      expect(text).toBe(scriptedTexts.transcript);
      return app.calls.given.at(-1)?.ownWords;
    };
    expect(await send('Glossary: Qaybsanow,  Cabdi-Qaadir   Xuseen\ndaawo')).toEqual([
      'Xalane',
      ...['Qaybsanow', 'Cabdi-Qaadir Xuseen', 'daawo'],
    ]);
    const before = app.calls.given.length;
    for (const same of ['Qaybsanow, Cabdi-Qaadir Xuseen, daawo', '']) await send(same);
    expect(app.calls.given).toHaveLength(before);
    expect(await send('Muuse Biixi, Covid19, waxaan ku nool nahay magaalada')).toEqual(['Xalane', 'Muuse Biixi']);
    expect((await readSession(base, owner.token)).body.data.attemptsRemaining).toBe(1);
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
    for (const _ of [1, 2, 3]) await call(base, '/api/attempts/use', { method: 'POST', token: owner.token });
    expect(await refusal({}, poor)).toMatchObject({ status: 403, code: 'ATTEMPTS_EXHAUSTED' });
    const chat = client.chat.completions.create({ model: 'x', messages: [] });
    await expect(chat).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(chat).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('is told where to ask for what takes longer than it waits, and is charged for it once', async () => {
    const owner = await openAccount();
    const key = await openKey(owner);
    let letGo = () => {};
    app.script.hold = new Promise<void>((resolve) => {
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
    app.script.hold = undefined;
    letGo();
    const again = await clientWith(key).audio.transcriptions.create({ file: await audio(bytes), model: 'x' });
    expect(again.text).toBe(scriptedTexts.transcript);
    expect((await ask(path, bearer(key))).status).toBe(200);
    expect((await readSession(base, owner.token)).body.data.attemptsRemaining).toBe(2);
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

it('leaves nothing of a key in ten thousand lines of the log', async () => {
  const owner = await openAccount();
  const key = await openKey(owner);
  const { http, logLines } = app;
  const authorization = `Bearer ${key}`;
  const form = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${key}\r\n--x--\r\n`;
  const post = {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
  } as const;
  const known = [
    { url: '/v1/models', headers: { authorization } },
    { url: '/v1/audio/transcriptions', ...post, payload: form('file') },
    { url: '/v1/audio/translations', ...post, payload: form(key) },
    { url: `/v1/models?key=${key}` },
    { url: '/v1/models', headers: { authorization: `Bearer${key}`, 'x-api-key': key } },
    { url: `/api/transcription/${key}`, headers: { authorization } },
    {
      url: '/api/account/keys',
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { name: key },
    },
  ] as const;
  for (const request of known) for (let count = 0; count < 4; count += 1) await http.inject(request);
  const cheap = [
    { url: `/v1/${key}`, headers: { authorization, 'user-agent': key } },
    { url: `/${key}?key=${key}`, headers: { cookie: `key=${key}`, referer: key } },
  ];
  while (logLines.length < 10_000)
    await Promise.all(Array.from({ length: 200 }, (_, at) => http.inject(cheap[at % cheap.length] ?? '/')));
  expect(logLines.filter((line) => line.includes(key.slice(4, 20)))).toEqual([]);
});
