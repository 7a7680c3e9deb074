import { DrizzleQueryError, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatSentence } from '#platform/format-sentence.ts';
import { Failure } from '#server/core/failure.ts';
import { DatabaseUnreachable } from '#server/db/database-errors.ts';
import { magicLinks, users } from '#server/db/schema.ts';
import type { FailureResponse } from '#shared/contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '#shared/errors/codes.ts';
import { languages } from '#shared/languages.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import type { SpeechErrorCode } from '#speech/engine.ts';
import { withoutTable } from '../support/during.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import {
  audioForm,
  cookieOf,
  makeRecording,
  signIn,
  signUp,
  tokenOf,
  uniqueEmail,
  upload,
  verify,
} from '../support/test-client.ts';

const failWith = (bytes: Buffer) =>
  /FAIL:([A-Z_]+)$/.exec(bytes.subarray(-40).toString('latin1'))?.[1] as SpeechErrorCode | undefined;
const failing = (code: SpeechErrorCode) => Buffer.concat([makeRecording(64), Buffer.from(`FAIL:${code}`)]);

let app: TestApp;
let small: TestApp;
let hasty: TestApp;
beforeAll(async () => {
  app = await startTestApp({ script: { failWith }, env: { MAX_AUDIO_SECONDS: '90' } });
  small = await startTestApp({
    env: { QUEUE_LIMIT: '1', QUEUE_LIMIT_MINUTES: '1', VERIFY_CLICK_WHEN_UNBOUND: '1' },
    config: { uploadIdleSeconds: 1, bodySeconds: 1 },
    limits: { newRecordingsPerUserPerMinute: 1, failedVerificationsPerIpPerMinute: 1 },
  });
  hasty = await startTestApp({ config: { answerWaitSeconds: 0.05 }, script: { workMilliseconds: 1_000 } });
});
afterAll(() => Promise.all([app.destroy(), small.destroy(), hasty.destroy()]));

const signInForBearer = async () => ({ authorization: `Bearer ${(await signIn(app.base)).token}` });

type Ask = (headers: Record<string, string>) => Promise<Response>;

/** A correction of a result of one's own. */
const saveWith =
  (change: object): Ask =>
  async (headers) => {
    const { token } = await signIn(app.base);
    const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    const texts = {
      version: 0,
      title: null,
      transcript: 'Haa.',
      translation: 'Yes.',
      translationOf: 'Haa.',
      ...change,
    };
    const init = { method: 'PUT', body: JSON.stringify(texts) };
    const auth = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return fetch(`${app.base}/api/transcription/${id}`, { ...init, headers: { ...headers, ...auth } });
  };

const post =
  (url: string, json: unknown): Ask =>
  (headers) =>
    fetch(`${app.base}${url}`, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json', ...headers },
    });
const signUpWith = (fields: Record<string, string>) =>
  post('/api/auth/signup', { fullName: 'Xaawo Cali', email: uniqueEmail(), ...fields });
const get =
  (url: string): Ask =>
  (headers) =>
    fetch(`${app.base}${url}`, { headers });

async function send(to: TestApp, bytes: Buffer, headers: Record<string, string>, token?: string): Promise<Response> {
  const authorization = `Bearer ${token ?? (await signIn(to.base)).token}`;
  return fetch(`${to.base}/api/transcription/upload`, {
    method: 'POST',
    body: audioForm(bytes),
    headers: { authorization, ...headers },
  });
}
const uploadOf =
  (bytes: () => Buffer): Ask =>
  (headers) =>
    send(app, bytes(), headers);

const ownWords =
  (...words: string[]): Ask =>
  async (headers) => {
    const { token } = await signIn(app.base);
    const auth = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = { method: 'PUT', body: JSON.stringify({ words }), headers: { ...headers, ...auth } };
    return fetch(`${app.base}/api/account/words`, init);
  };

/** A form whose declared length is more than is ever sent: the transfer stands still. */
async function stall(headers: Record<string, string>): Promise<Response> {
  small.clock.advance(61);
  const { token } = await signInConfirmed(small);
  const body = new ReadableStream({
    start(controller) {
      const head = '--x\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\n\r\nRIFF';
      controller.enqueue(new TextEncoder().encode(head));
    },
  });
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x', ...headers },
  };
  return fetch(`${small.base}/api/transcription/upload`, init as RequestInit);
}

/** Answered to programs alone, in another form (programs.test.ts). */
const programCodes = ['LANGUAGE_UNSUPPORTED', 'FORMAT_UNSUPPORTED', 'STREAM_UNSUPPORTED', 'STILL_WORKING'] as const;
type CodeHere = Exclude<ErrorCode, (typeof programCodes)[number]>;

const causes: Record<CodeHere, Ask> = {
  BAD_REQUEST: (headers) =>
    fetch(`${app.base}/api/auth/signup`, {
      method: 'POST',
      body: '{"broken',
      headers: { 'content-type': 'application/json', ...headers },
    }),
  UNAUTHENTICATED: get('/api/auth/session'),
  FORBIDDEN: (headers) => get('/api/auth/verify/abc')({ ...headers, 'sec-purpose': 'prefetch' }),
  NOT_FOUND: get('/api/nothing'),
  METHOD_NOT_ALLOWED: get('/api/auth/signup'),
  CONFLICT: (headers) => throwing('duplicate', headers),
  RATE_LIMITED: async (headers) => {
    await fetch(`${small.base}/api/auth/verify/none`);
    return fetch(`${small.base}/api/auth/verify/none`, { headers });
  },
  SERVER_ERROR: (headers) => throwing('broken', headers),
  ATTEMPT_NOT_RECORDED: async (headers) => {
    const given = { ...headers, ...(await signInForBearer()) };
    return withoutTable(app, 'ledger_entries', () => post('/api/attempts/use', {})(given));
  },
  UNAVAILABLE: (headers) => throwing('gone', headers),
  OWN_WORDS_TOO_MANY: ownWords(...Array.from({ length: 201 }, (_, at) => String.fromCodePoint(0x100 + at))),
  OWN_WORD_TOO_LONG: ownWords('x'.repeat(41)),
  OWN_WORD_UNUSABLE: ownWords('1 2'),
  TITLE_TOO_SHORT: signUpWith({ title: 'x' }),
  NAME_TOO_SHORT: signUpWith({ fullName: 'x' }),
  NAME_TOO_LONG: signUpWith({ organization: 'x'.repeat(101) }),
  TEXT_UNUSABLE: signUpWith({ fullName: 'Xaa\0wo' }),
  EMAIL_INVALID: signUpWith({ email: 'not an address' }),
  RESEND_COOLDOWN: async (headers) => {
    const email = uniqueEmail();
    await signUp(app.base, email);
    return post('/api/auth/resend-magic-link', { email })(headers);
  },
  LINK_INVALID: get('/api/auth/verify/nothing'),
  LINK_EXPIRED: async (headers) => {
    const token = tokenOf((await signUp(app.base, uniqueEmail())).body.magicLink);
    app.clock.advance(48 * 3600 + 1);
    return get(`/api/auth/verify/${token}`)(headers);
  },
  LINK_USED: async (headers) => {
    const token = tokenOf((await signUp(app.base, uniqueEmail())).body.magicLink);
    await verify(app.base, token);
    return get(`/api/auth/verify/${token}`)(headers);
  },
  CODE_WRONG: post('/api/auth/code', { email: 'qof@tusaale.so', code: '123456' }),
  CODE_OVER: async (headers) => {
    const email = uniqueEmail();
    const asked = await signUp(app.base, email);
    app.clock.advance(600);
    const code = asked.body.signInCode;
    return post('/api/auth/code', { email, code })({ cookie: cookieOf(asked), ...headers });
  },
  LINK_SUPERSEDED: async (headers) => {
    const token = tokenOf((await signUp(app.base, uniqueEmail())).body.magicLink);
    await app.database.db.update(magicLinks).set({ supersededAt: app.clock.now() });
    return get(`/api/auth/verify/${token}`)(headers);
  },
  LINK_CONFIRMATION_NEEDED: async (headers) => {
    small.clock.advance(61);
    const token = tokenOf((await signUp(small.base, uniqueEmail())).body.magicLink);
    return fetch(`${small.base}/api/auth/verify/${token}`, { headers });
  },
  SESSION_EXPIRED: async (headers) => {
    const { token } = await signIn(app.base);
    app.clock.advance(8 * 86_400);
    return get('/api/auth/session')({ ...headers, authorization: `Bearer ${token}` });
  },
  ORIGIN_REFUSED: (headers) => signUpWith({})({ ...headers, origin: 'https://evil.example' }),
  ATTEMPTS_EXHAUSTED: async (headers) => {
    const { token } = await signIn(app.base);
    const authorization = `Bearer ${token}`;
    for (let used = 0; used < 3; used += 1) await post('/api/attempts/use', {})({ authorization });
    return send(app, makeRecording(), headers, token);
  },
  AUDIO_MISSING: async (headers) => {
    const form = new FormData();
    form.append('something', 'else');
    const init = { method: 'POST', body: form, headers: { ...(await signInForBearer()), ...headers } };
    return fetch(`${app.base}/api/transcription/upload`, init);
  },
  AUDIO_EMPTY: uploadOf(() => Buffer.alloc(0)),
  AUDIO_DAMAGED: uploadOf(() => failing('AUDIO_DAMAGED')),
  AUDIO_NO_SOUND: uploadOf(() => failing('AUDIO_NO_SOUND')),
  AUDIO_HASH_MISMATCH: (headers) => send(app, makeRecording(), { ...headers, 'x-audio-sha256': 'a'.repeat(64) }),
  BODY_STALLED: (headers) => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json', ...headers } };
    return fetch(`${small.base}/api/auth/signup`, init as RequestInit);
  },
  UPLOAD_STALLED: stall,
  AUDIO_TOO_LARGE: uploadOf(() => Buffer.alloc(maxUploadBytes + 1)),
  AUDIO_TOO_LONG: uploadOf(() => failing('AUDIO_TOO_LONG')),
  AUDIO_TOO_SHORT: uploadOf(() => failing('AUDIO_TOO_SHORT')),
  AUDIO_UNSUPPORTED: uploadOf(() => Buffer.from('just a text file, whatever its name says')),
  AUDIO_CODEC_UNSUPPORTED: uploadOf(() => failing('AUDIO_CODEC_UNSUPPORTED')),
  NO_SPEECH: uploadOf(() => failing('NO_SPEECH')),
  NOT_SOMALI: uploadOf(() => failing('NOT_SOMALI')),
  UPLOAD_RATE_LIMITED: async (headers) => {
    small.clock.advance(61);
    const { token } = await signInConfirmed(small);
    await send(small, makeRecording(), {}, token);
    return send(small, makeRecording(), headers, token);
  },
  TRANSCRIPTION_FAILED: uploadOf(() => failing('TRANSCRIPTION_FAILED')),
  TRANSLATION_FAILED: uploadOf(() => failing('TRANSLATION_FAILED')),
  TRANSCRIPTION_CANCELLED: async (headers) => {
    const { token } = await signIn(app.base);
    app.script.workMilliseconds = 2_000;
    const answer = send(app, makeRecording(), headers, token);
    const find = async () =>
      (await app.database.db.query.transcriptions.findMany()).find(({ state }) => state === 'running');
    await expect.poll(find, { interval: 10 }).toBeDefined();
    await fetch(`${app.base}/api/transcription/${(await find())?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    app.script.workMilliseconds = 0;
    return answer;
  },
  LONG_QUEUE_FULL: async (headers) => {
    small.clock.advance(61);
    return send(small, makeRecording(1_000_000), headers, (await signInConfirmed(small)).token);
  },
  TAKES_LONGER: (headers) => send(hasty, makeRecording(), headers),
  QUEUE_FULL: async (headers) => {
    small.clock.advance(61);
    const { token } = await signInConfirmed(small);
    small.script.workMilliseconds = 3_000;
    const first = send(small, makeRecording(), {}, token);
    await expect.poll(() => small.calls.running, { interval: 10 }).toBe(1);
    const answer = await send(small, makeRecording(), headers, token);
    small.script.workMilliseconds = 0;
    await first;
    return answer;
  },
  TEXT_TOO_LONG: saveWith({ transcript: 'waa '.repeat(1000) }),
  RESULT_CHANGED: saveWith({ version: 7 }),
  STORAGE_FULL: async (headers) => {
    const full = await startTestApp({ config: { diskReserveBytes: 1e12 } });
    const { token } = await signIn(full.base);
    return send(full, makeRecording(), headers, token).finally(() => full.destroy());
  },
  ENGINE_NOT_READY: async (headers) => {
    app.script.state = 'downloading';
    return send(app, makeRecording(), headers).finally(() => {
      app.script.state = 'ready';
    });
  },
  ENGINE_BUSY: uploadOf(() => failing('ENGINE_BUSY')),
  KEY_INVALID: (headers) =>
    get('/api/transcription/any')({ ...headers, authorization: `Bearer ssa_${'a'.repeat(43)}` }),
  KEYS_NOT_ALLOWED: async (headers) => makeKeyOf((await signIn(app.base)).token, headers),
  KEYS_TOO_MANY: async (headers) => {
    const { token, email } = await signIn(app.base);
    await app.database.db.update(users).set({ isUnlimited: true }).where(eq(users.email, email));
    for (let made = 0; made < 10; made += 1) expect((await makeKeyOf(token)).status).toBe(200);
    return makeKeyOf(token, headers);
  },
  TRANSCRIPTION_TIMEOUT: uploadOf(() => failing('TRANSCRIPTION_TIMEOUT')),
};

const makeKeyOf = (token: string, headers: Record<string, string> = {}) =>
  post('/api/account/keys', { name: 'Nextcloud' })({ ...headers, authorization: `Bearer ${token}` });

async function signInConfirmed(to: TestApp): Promise<{ token: string }> {
  const link = tokenOf((await signUp(to.base, uniqueEmail())).body.magicLink);
  const answer = await fetch(`${to.base}/api/auth/verify/${link}?confirm=1`);
  return ((await answer.json()) as { data: { token: string } }).data;
}

/** What no request can cause on demand is thrown where the engine's state is read, on a route that reads it. */
const thrown: Record<string, Error> = {
  broken: new Error('a bug with a secret in its text'),
  duplicate: new DrizzleQueryError('insert', [], Object.assign(new Error('duplicate key'), { code: '23505' })),
  gone: new DatabaseUnreachable(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
};
async function throwing(which: string, headers: Record<string, string>): Promise<Response> {
  const reading = vi.spyOn(app.engine, 'getState').mockImplementation(() => {
    throw thrown[which] ?? new Error(which);
  });
  return get('/api/ready')(headers).finally(() => reading.mockRestore());
}

describe.each(languages)('every failure of the catalogue in %s', (language) => {
  const codes = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => code in causes) as CodeHere[];

  it('is here or among those of programs', () => {
    expect([...codes, ...programCodes].sort()).toEqual(Object.keys(errorStatus).sort());
  });

  it.each(codes)('%s', async (code) => {
    const response = await causes[code]({ 'accept-language': language });
    const body = (await response.json()) as FailureResponse;
    expect(body).toMatchObject({ success: false, code, message: body.error });
    expect(response.status).toBe(errorStatus[code]);
    expect(body.requestId).toBe(response.headers.get('x-request-id'));
    const places = formatSentence(code, language).split(/\{\w+\}/);
    for (const part of places) expect(body.error).toContain(part);
    expect(body.error).not.toMatch(/[{}]/);
    expect(JSON.stringify(body)).not.toMatch(/secret|at \w+ \(|\.ts:/);
    const isTemporary = [429, 503, 507].includes(response.status);
    if (isTemporary) expect(Number(response.headers.get('retry-after'))).toBe(body.retryAfterSeconds);
    expect(response.headers.has('retry-after')).toBe(isTemporary);
  });
});

describe('failures', () => {
  it('say the limit in the reader’s words', async () => {
    const say = async (language: string) =>
      (
        (await (
          await uploadOf(() => failing('AUDIO_TOO_LONG'))({ 'accept-language': language })
        ).json()) as FailureResponse
      ).error;
    expect(await say('en')).toContain('1 minute 30 seconds');
    expect(await say('so')).toContain('1 daqiiqo iyo 30 ilbiriqsi');
  });

  it('carry their code and status from the one table', () => {
    expect(new Failure('QUEUE_FULL').status).toBe(503);
  });
});
