import Fastify, { type InjectOptions } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AccountSettings, settingNames } from '#shared/contract/accounts.ts';
import type { Language } from '#shared/languages.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import type { Failure } from '../core/failure.ts';
import type { Account, Session } from '../core/session.ts';
import { formatMessage } from '../core/texts.ts';
import type { Database } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { registerAccountRoutes } from './routes.ts';

const database = openTestDatabase();
const expiresAt = new Date('2026-11-30T09:00:00Z');
const account: Account = {
  id: 'user',
  email: 'user@tusaale.so',
  fullName: 'Xaawo Cali',
  isUnlimited: false,
  mayMakeKeys: false,
  ...(Object.fromEntries(settingNames.map((name) => [name, null])) as Record<keyof AccountSettings, null>),
  wantsReadyMail: true,
  attemptsRemaining: 2,
  attemptsFree: 2,
};
const session: Session = { sessionId: 'session', account, expiresAt };
const user = { fullName: account.fullName, email: account.email, attemptsRemaining: 2, wantsReadyMail: true };
const opened = { user, attemptsRemaining: 2, expiresAt: expiresAt.toISOString(), token: 'bearer' };
/** What an address is counted by: of IPv4 the whole. */
const ip = '127.0.0.1/32';
const requester = { ip, language: 'en', browserBinding: 'made', hasSignedIn: true };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What the services were asked, in order. */
let asked: unknown[][];
/** Addresses that the browser was marked with, empty where the mark went. */
let marked: string[];
let events: Record<string, unknown>[];
let sent: { link: string; code: string } | undefined;

beforeEach(async () => {
  [asked, marked, events, sent] = [[], [], [], { link: 'https://tusaale.so/verify/abc', code: '123456' }];
  await database.db.delete(users);
  await insertTestUser(database.db, 'user');
  await database.db.update(users).set({ attempts: 3 });
});

/** Writes down what it is asked and answers with `answer`. */
const note =
  <T>(name: string, answer?: T) =>
  async (...given: unknown[]) => {
    asked.push([name, ...given]);
    return answer as T;
  };

async function ask(options: InjectOptions, showsLinks = true) {
  const app = Fastify();
  app.authenticate = async () => session;
  app.setErrorHandler(
    (error, _, reply) => void reply.code((error as Failure).status).send({ code: (error as Failure).code }),
  );
  registerAccountRoutes(app, {
    database: database as Database,
    clock: { now: () => new Date('2026-11-23T09:00:00Z') },
    log: (name, fields) => events.push({ name, ...fields }),
    links: { signUp: note('sign-up', sent), resend: note('resend', sent) } as never,
    verification: {
      verify: note('verify', opened),
      verifyCode: note('code', opened),
      inspect: note('inspect', { email: account.email, isBound: true }),
    } as never,
    sessions: { logOut: note('log-out'), list: note('list', []), end: note('end'), endAll: note('end-all') } as never,
    limiter: { take: note('take') } as never,
    bindings: {
      read: () => 'read',
      readOrSet: () => 'made',
      hasSignedIn: (_, email) => email === account.email,
      noteSignIn: (_, email) => void marked.push(email),
      forgetSignIn: () => void marked.push(''),
    },
    deleteAccount: note('delete'),
    showsLinks,
  });
  const answer = await app.inject(options);
  await app.close();
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const says = (key: Parameters<typeof formatMessage>[0], language: Language = 'en', values = {}) =>
  formatMessage(key, language, values);

describe('a link', () => {
  const body = { fullName: 'Xaawo Cali', email: 'user@tusaale.so', earlyBird: false };

  it.each([
    ['/api/auth/signup', body, 'sign-up', 'LINK_SENT'],
    ['/api/auth/resend-magic-link', { email: body.email }, 'resend', 'LINK_SENT_AGAIN'],
  ] as const)('is asked for at %s, and shown in development alone', async (url, payload, name, key) => {
    const shown = await ask({ method: 'POST', url, payload });
    expect(shown.body).toEqual({ success: true, message: says(key), magicLink: sent?.link, signInCode: sent?.code });
    expect(asked[0]).toEqual([name, name === 'resend' ? body.email : expect.objectContaining(body), requester]);
    expect((await ask({ method: 'POST', url, payload }, false)).body).toEqual({ success: true, message: says(key) });
    sent = undefined;
    expect((await ask({ method: 'POST', url, payload })).body).toEqual({ success: true, message: says(key) });
  });

  it('is used by whoever brings it, with or without a click, and answered in the person’s language', async () => {
    const headers = { 'user-agent': firefox, 'accept-language': 'so' };
    const answer = await ask({ url: '/api/auth/verify/abc', headers });
    expect(answer.body).toEqual({ success: true, message: says('SIGNED_IN', 'so'), data: opened });
    await ask({ url: '/api/auth/verify/abc?confirm=1', headers });
    const verifier = { ip, browserBinding: 'read', device: 'Firefox, Linux' };
    expect(asked).toEqual([
      ['verify', 'abc', { ...verifier, hasConfirmed: false }],
      ['verify', 'abc', { ...verifier, hasConfirmed: true }],
    ]);
    expect(marked).toEqual([account.email, account.email]);
  });

  it('is looked at without being used', async () => {
    const answer = await ask({ method: 'POST', url: '/api/auth/links/inspect', payload: { token: 'abc' } });
    expect(answer.body.data).toEqual({ email: account.email, isBound: true });
    expect(asked).toEqual([['inspect', 'abc', { ip, browserBinding: 'read' }]]);
  });

  it.each([
    ['a prefetch of today', { 'sec-purpose': 'prefetch' }, 403],
    ['a prefetch of yesterday', { purpose: 'Prerender' }, 403],
    ['a prefetch of long ago', { 'x-moz': 'prefetch' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }, 403],
    ['a page that is opened', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }, 403],
    ['our own script', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, 200],
    ['our own script in an older browser', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', { 'sec-purpose': 'something else' }, 200],
  ])('asked for by %s', async (_, headers, status) => {
    const statuses = [
      (await ask({ url: '/api/auth/verify/abc', headers })).status,
      (await ask({ method: 'POST', url: '/api/auth/links/inspect', payload: { token: 'abc' }, headers })).status,
    ];
    expect(statuses).toEqual([status, status]);
    expect(asked.length).toBe(status === 200 ? 2 : 0);
  });
});

it('a code opens a session in the browser that asked for it', async () => {
  const payload = { email: account.email, code: '123456' };
  const headers = { 'user-agent': firefox };
  const answer = await ask({ method: 'POST', url: '/api/auth/code', payload, headers });
  expect(answer.body).toEqual({ success: true, message: says('SIGNED_IN'), data: opened });
  const verifier = { ip, browserBinding: 'read', device: 'Firefox, Linux' };
  expect(asked).toEqual([['code', payload, verifier]]);
});

describe('a session', () => {
  it('shows its account, and where else it is open', async () => {
    const { token: _, ...shown } = opened;
    expect((await ask({ url: '/api/auth/session' })).body.data).toEqual(shown);
    expect((await ask({ url: '/api/auth/sessions' })).body.data).toEqual({ sessions: [] });
    expect(asked).toEqual([['list', session]]);
  });

  it.each([
    ['POST', '/api/auth/logout', ['log-out', session], 'SIGNED_OUT', '"cache"'],
    ['DELETE', '/api/auth/sessions', ['end-all', session], 'SIGNED_OUT_EVERYWHERE', '"cache"'],
    ['DELETE', '/api/auth/sessions/other', ['end', session, 'other'], 'SESSION_ENDED', undefined],
    ['DELETE', '/api/account', ['delete', 'user', account.email], 'ACCOUNT_DELETED', '"cache", "storage"'],
  ] as const)('%s %s ends what it says, and leaves no page of it behind', async (method, url, call, key, cleared) => {
    const answer = await ask({ method, url });
    expect(answer.body).toEqual({ success: true, message: says(key) });
    expect(answer.headers['clear-site-data']).toBe(cleared);
    expect(asked).toEqual([call]);
  });

  it('records an attempt of its own, as long as there is one', async () => {
    const record = () => ask({ method: 'POST', url: '/api/attempts/use' });
    for (const count of [2, 1, 0]) {
      expect((await record()).body).toEqual({
        success: true,
        message: says('ATTEMPT_RECORDED', 'en', { count }),
        data: { attemptsRemaining: count },
      });
    }
    expect((await record()).body).toEqual({ code: 'ATTEMPTS_EXHAUSTED' });
    expect(events).toEqual([2, 1, 0].map(() => ({ name: 'attempt_charged', user: 'user', by: 'client' })));
    await database.db.update(users).set({ isUnlimited: true });
    expect((await record()).body).toMatchObject({
      message: says('ATTEMPT_RECORDED_UNLIMITED'),
      data: { attemptsRemaining: unlimitedAttemptsShown },
    });
  });
});
