import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyReply, type InjectOptions } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTestResult, insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { createScriptedEngine, scriptedTexts } from '#tests/support/scripted-engine.ts';
import { Failure } from '../core/failure.ts';
import type { Account } from '../core/session.ts';
import { formatMessage } from '../core/texts.ts';
import type { Database } from '../db/database.ts';
import { transcriptions } from '../db/schema.ts';
import type { Received } from './receive-upload.ts';
import { registerTranscriptionRoutes } from './routes.ts';
import { readTranscription } from './store.ts';

const start = new Date('2026-11-23T09:00:00Z');
const database = openTestDatabase() as Database;
const account = { id: 'user', email: 'user@tusaale.so', fullName: 'Xaawo Cali', attemptsRemaining: 2 } as Account;
const sha256 = 'a'.repeat(64);
const { engine } = createScriptedEngine();
const transcription = {
  id: 'one',
  ...scriptedTexts,
  transcriptConfidence: 8.2,
  translationConfidence: 7.5,
  s3Url: '',
  words: [],
  segments: [],
  durationSeconds: 2.5,
  engine: engine.getState().description,
  warnings: [],
};
const data = { transcription, attemptsRemaining: 2 };
const work = {
  id: 'queued',
  state: 'queued',
  createdAt: start.toISOString(),
  position: 0,
  secondsDone: 20,
  durationSeconds: 120,
  secondsLeft: 95,
  text: 'waa',
};
const edits = { version: 1, title: 'Salaan', correction: null };

/** What the parts were asked, in order. */
let asked: unknown[][];
let events: Record<string, unknown>[];
let received: Received;
/** What is known of the announced bytes before they travel. */
let known: { reusable?: string };
let refusal: Error | undefined;
let isStranger: boolean;
/** What happens while the file is stored, or the result is being put together. */
let meanwhile: ((answer: ServerResponse, step: 'accept' | 'outcome') => void) | undefined;

beforeAll(() => insertTestUser(database.db, 'user'));
beforeEach(async () => {
  [asked, events, known, refusal, isStranger, meanwhile] = [[], [], {}, undefined, false, undefined];
  received = { localPath: '/tmp/upload', bytes: 7, sha256, container: 'ogg', fields: [] };
  await database.db.delete(transcriptions);
  for (const state of ['done', 'queued'] as const) await insertTestResult(database.db, state, { state });
});

const note =
  <T>(name: string, answer?: T) =>
  async (...given: unknown[]) => {
    asked.push([name, ...given]);
    return answer as T;
  };
const rowOf = (id: string | undefined) => id && readTranscription(database.db, id);

async function ask(options: InjectOptions, { answerWaitSeconds = 60, isEnding = new AbortController().signal } = {}) {
  const app = Fastify();
  let reply: FastifyReply | undefined;
  app.authenticate = async () => {
    if (isStranger) throw new Failure('UNAUTHENTICATED');
    return { sessionId: 'session', account, expiresAt: start };
  };
  app.setErrorHandler((error, _, reply) => {
    const { status = 500, code, retryAfterSeconds } = error as Partial<Failure>;
    reply.code(status).send({ code, retryAfterSeconds });
  });
  registerTranscriptionRoutes(app, {
    service: {
      admit: async (who: Account) => {
        asked.push(['admit', who]);
        if (refusal) throw refusal;
      },
      findReusable: async (of: object) => {
        asked.push(['find', of]);
        return rowOf(known.reusable);
      },
      accept: async (upload: object) => {
        asked.push(['accept', upload]);
        if (reply) meanwhile?.(reply.raw, 'accept');
        return rowOf('done');
      },
      getOutcome: async (row: { id: string }, language: string) => {
        asked.push(['outcome', row.id, language]);
        if (reply) meanwhile?.(reply.raw, 'outcome');
        return data;
      },
      markTextSent: note('delivered'),
      openAudio: async (id: string) => {
        asked.push(['audio', id]);
        return Readable.from(['sound']);
      },
      read: async (...given: unknown[]) => {
        asked.push(['read', ...given]);
        return given[1] === 'queued' ? { work } : data;
      },
      promise: note('promise', work),
      acknowledge: note('acknowledge'),
      remove: note('remove'),
    } as never,
    edits: {
      list: note('list', { results: [], next: null }),
      save: note('save', edits),
      translate: async (own: object, version: number, signal: AbortSignal) => {
        asked.push(['translate', own, version, signal.aborted]);
        return edits;
      },
    } as never,
    database,
    feed: { subscribe: () => () => {}, subscribeToDeletion: () => () => {} },
    limiter: { take: note('limit'), check: note('limit reached') } as never,
    signer: { check: (...given: unknown[]) => void asked.push(['check', ...given]) } as never,
    log: (name, fields) => events.push({ name, ...fields }),
    receiver: {
      receive: async (form: { userId: string; reply: FastifyReply }, take: (upload: Received) => unknown) => {
        asked.push(['receive', form.userId]);
        reply = form.reply;
        return take(received);
      },
    } as never,
    config: { answerWaitSeconds },
    isEnding,
  });
  const answer = await app.inject(options);
  await app.close();
  return answer;
}
const upload = (headers: Record<string, string> = {}, waits = {}) => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  return ask(
    { method: 'POST', url: '/api/transcription/upload', headers: { ...form, ...headers }, payload: '' },
    waits,
  );
};
const names = () => asked.map(([name]) => name);
const announced = { 'x-audio-sha256': sha256.toUpperCase() };

describe('an upload', () => {
  it('is counted, admitted, received, accepted and answered with its result', async () => {
    const answer = await upload({ 'accept-language': 'so' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, data }]);
    const kept = { ...received, userId: 'user', anyLanguage: false };
    expect(asked).toEqual([
      ['limit', 'uploadsPerUserPerMinute', 'user'],
      ['limit', 'uploadsPerUserPerDay', 'user'],
      ['limit reached', 'refusedWorkSecondsPerUserPerDay', 'user'],
      ['admit', account],
      ['receive', 'user'],
      ['accept', kept],
      ['outcome', 'done', 'so'],
      ['delivered', 'done'],
    ]);
    expect(events).toEqual([]);
  });

  it.each(['accept', 'outcome'] as const)('whose sender left at "%s" is not taken for delivered', async (step) => {
    meanwhile = (answer, now) => void (now === step && answer.emit('close'));
    await expect(upload()).rejects.toThrow('destroyed');
    await new Promise(setImmediate);
    expect(names().at(-1)).toBe(step);
  });

  it('of bytes that are known is answered before they travel', async () => {
    known = { reusable: 'done' };
    expect((await upload(announced)).json().data).toEqual(data);
    expect(asked[1]).toEqual(['find', { userId: 'user', sha256 }]);
    expect(names()).toEqual(['limit', 'find', 'outcome', 'delivered']);
  });

  it('whose owner wants its text in whatever language is accepted so', async () => {
    await upload({ 'x-any-language': 'yes' });
    expect(asked).toContainEqual(['accept', { ...received, userId: 'user', anyLanguage: true }]);
  });

  it('announces nothing by a header that is no hash', async () => {
    for (const hash of ['', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)]) await upload({ 'x-audio-sha256': hash });
    expect(names()).not.toContain('find');
  });

  it('with other bytes than it announced is refused, and that is written down', async () => {
    received = { ...received, sha256: 'b'.repeat(64) };
    expect((await upload(announced)).json().code).toBe('AUDIO_HASH_MISMATCH');
    expect(names()).not.toContain('accept');
    expect(events).toEqual([{ name: 'upload_rejected', ip: '127.0.0.1/32', reason: 'AUDIO_HASH_MISMATCH' }]);
  });

  it('that is not admitted is not received; of what nobody foresaw the log says no more', async () => {
    refusal = new Failure('ATTEMPTS_EXHAUSTED');
    expect((await upload()).json().code).toBe('ATTEMPTS_EXHAUSTED');
    refusal = new RangeError('secret');
    expect((await upload()).statusCode).toBe(500);
    expect(names()).not.toContain('receive');
    expect(events.map(({ reason }) => reason)).toEqual(['ATTEMPTS_EXHAUSTED', 'error']);
  });

  it('of a stranger is counted by the address', async () => {
    isStranger = true;
    expect((await upload()).json().code).toBe('UNAUTHENTICATED');
    expect(asked).toEqual([['limit', 'uploadsPerIpPerMinute', '127.0.0.1/32']]);
    expect(events).toEqual([{ name: 'upload_rejected', ip: '127.0.0.1/32', reason: 'UNAUTHENTICATED' }]);
  });

  it('whose work takes longer than the wait may be asked for again, here or elsewhere', async () => {
    known = { reusable: 'queued' };
    expect((await upload(announced, { answerWaitSeconds: 0 })).json()).toEqual({
      code: 'TAKES_LONGER',
      retryAfterSeconds: 2,
    });
    const isEnding = AbortSignal.abort();
    expect((await upload(announced, { isEnding })).json()).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    expect(names()).not.toContain('outcome');
  });

  it('tells its stages to whoever asks for lines', async () => {
    const lines = { accept: 'application/x-ndjson, */*' };
    const answer = await upload(lines);
    expect(answer.headers['content-type']).toContain('application/x-ndjson');
    const told = answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told.at(-1)).toMatchObject({ stage: 'done', data });
    known = { reusable: 'queued' };
    const cut = await upload({ ...announced, ...lines }, { isEnding: AbortSignal.abort() });
    expect(cut.body).toContain('UNAVAILABLE');
  });

  it('is answered at once where its sender comes back for it', async () => {
    known = { reusable: 'queued' };
    const answer = await upload({ ...announced, prefer: 'wait=5, respond-async' });
    expect([answer.statusCode, answer.json()]).toEqual([202, { success: true, data: { work } }]);
    expect(answer.headers).toMatchObject({
      location: '/api/transcription/queued',
      'retry-after': '10',
      'preference-applied': 'respond-async',
    });
    known = { reusable: 'done' };
    expect((await upload({ ...announced, prefer: 'respond-async' })).json()).toEqual({ success: true, data });
  });

  it('tells how far it is while it is worked on', async () => {
    const answer = await ask({ url: '/api/transcription/queued' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([202, '10']);
    expect(answer.json()).toEqual({ success: true, data: { work } });
  });
});

describe('a recording', () => {
  it('is given to whoever has its signed address, as a file', async () => {
    const answer = await ask({ url: '/api/transcription/one/audio?expires=9&signature=s' });
    expect([answer.body, answer.headers['content-type']]).toEqual(['sound', 'audio/ogg']);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="one.ogg"');
    expect(asked).toEqual([
      ['check', 'one', '9', 's'],
      ['audio', 'one'],
    ]);
  });

  it.each(['one/audio?expires=9', `${'x'.repeat(99)}/audio?expires=9&signature=s`])(
    'has no address %s',
    async (url) => {
      expect((await ask({ url: `/api/transcription/${url}` })).json().code).toBe('NOT_FOUND');
      expect(asked).toEqual([]);
    },
  );
});

describe('a result', () => {
  const own = { userId: 'user', id: 'one' };

  it.each([
    ['GET', '/api/transcription/one', undefined, [['read', 'user', 'one', 'en']], { data }],
    ['POST', '/api/transcription/one/received', undefined, [['acknowledge', 'user', 'one']], {}],
    [
      'GET',
      '/api/transcriptions?after=1-x',
      undefined,
      [['list', 'user', { after: '1-x' }]],
      { data: { results: [], next: null } },
    ],
    [
      'DELETE',
      '/api/transcription/one',
      undefined,
      [['remove', 'user', 'one']],
      { message: formatMessage('TRANSCRIPTION_DELETED', 'en') },
    ],
    [
      'POST',
      '/api/transcription/one/translate',
      { version: 1 },
      [
        ['limit', 'translationsPerUserPerMinute', 'user'],
        ['limit reached', 'translationSecondsPerUserPerDay', 'user'],
        ['translate', own, 1, false],
      ],
      { data: edits },
    ],
  ] as const)('%s %s', async (method, url, payload, calls, answer) => {
    expect((await ask({ method, url, ...(payload && { payload }) })).json()).toEqual({ success: true, ...answer });
    expect(asked).toEqual(calls);
  });

  it('is saved as its owner corrected it', async () => {
    const saved = { version: 0, title: 'Salaan', transcript: 'Haa.', translation: 'Yes.', translationOf: 'Haa.' };
    const answer = await ask({ method: 'PUT', url: '/api/transcription/one', payload: saved });
    expect(answer.json()).toEqual({ success: true, data: edits });
    expect(asked).toEqual([
      ['limit', 'savesPerUserPerMinute', 'user'],
      ['save', own, saved],
    ]);
  });

  it('is refused to a stranger before anything of the body is read', async () => {
    isStranger = true;
    const headers = { 'content-type': 'application/json' };
    const answer = await ask({ method: 'PUT', url: '/api/transcription/one', headers, payload: '{"version":' });
    expect(answer.json().code).toBe('UNAUTHENTICATED');
  });

  it('is not waited for by a server that ends', async () => {
    const isEnding = AbortSignal.abort();
    await ask({ method: 'POST', url: '/api/transcription/one/translate', payload: { version: 1 } }, { isEnding });
    expect(asked.at(-1)).toEqual(['translate', own, 1, true]);
  });
});
