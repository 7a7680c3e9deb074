// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestAnswer, type TestScreen, testToken } from '../../app/render-for-test.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { type SessionContextValue, useSession } from './session-context.tsx';

const data = {
  user: { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 },
  attemptsRemaining: 3,
  expiresAt: '2026-02-01T00:00:00Z',
};

let session: SessionContextValue;
let screen: TestScreen;
afterEach(() => {
  vi.restoreAllMocks();
  screen.close();
});

function Probe() {
  session = useSession();
  return null;
}

async function open(answer: TestAnswer = () => ({ success: true, data }), token = testToken()) {
  screen = await renderForTest(<Probe />, { answer, ...(token === '' ? {} : { token }) });
}

it('starts loading, with nobody signed in', async () => {
  await open(() => new Promise(() => undefined));
  expect(session).toMatchObject({ loading: true, isAuthenticated: false, user: undefined });
});

it('ends loading without a token', async () => {
  await open(undefined, '');
  expect(session).toMatchObject({ loading: false, isAuthenticated: false });
});

it('changes the attempts everywhere they are told', async () => {
  await open();
  await act(async () => session.changeAttempts(2));
  expect(session).toMatchObject({ user: { attemptsRemaining: 2 } });
});

it('follows what another tab learns of the session, and not of another one', async () => {
  await open();
  const key = 'somalispeak_session';
  const known = JSON.parse(localStorage.getItem(key) ?? '');
  const tell = (part: object) =>
    act(async () => {
      localStorage.setItem(key, JSON.stringify({ ...known, ...part }));
      window.dispatchEvent(new StorageEvent('storage', { key }));
    });
  await tell({ user: { ...data.user, attemptsRemaining: 1 } });
  expect(session).toMatchObject({ user: { attemptsRemaining: 1 } });
  await tell({ token: 'of another', user: { ...data.user, attemptsRemaining: 0 } });
  expect(session).toMatchObject({ user: { attemptsRemaining: 1 } });
});

it.each([
  ['where there is one', undefined, 'ending'],
  ['and not while nobody is known', () => new Promise(() => undefined), undefined],
] as const)('says that a session is ending %s', async (_, answer, notice) => {
  await open(answer, testToken(250));
  await screen.advance(60_000);
  expect(session.notice).toBe(notice);
});

it.each([401, 403])('ends on %s, and removes the token it asked with', async (status) => {
  await open(() => Promise.reject(new CallFailure('refused', { status })));
  expect(session).toMatchObject({ loading: false, isAuthenticated: false });
  expect(screen.tokens.read()).toBeUndefined();
});

it.each([404, 429, 500, 502, 503])('keeps the token on %s, and asks no sooner than it was told', async (status) => {
  await open(() => Promise.reject(new CallFailure('refused', { status, body: { retryAfterSeconds: 7 } })));
  expect(session).toMatchObject({ loading: true, notice: 'server' });
  await screen.advance(6_900);
  expect(screen.calls).toHaveLength(1);
  await screen.advance(200);
  expect(screen.calls).toHaveLength(2);
  expect(screen.tokens.read()).toBeDefined();
});

it.each([
  [false, 'network'],
  [true, 'server'],
] as const)('keeps the token without an answer (online: %s)', async (isOnline, notice) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  await open(() => Promise.reject(new CallFailure('network')));
  expect(session.notice).toBe(notice);
  expect(screen.tokens.read()).toBeDefined();
});

it('knows nobody after a sign-out, nor after the server has ended the session', async () => {
  await open();
  expect(session.isAuthenticated).toBe(true);
  await act(() => session.signOut());
  expect(session).toMatchObject({ loading: false, user: undefined });
  screen.close();
  await open(() => Promise.reject(new CallFailure('refused', { status: 401 })));
  expect(session).toMatchObject({ loading: false, user: undefined });
});

it('says that a session ended by itself, and not of one that was signed out of', async () => {
  let answer: TestAnswer = () => ({ success: true, data });
  await open((...call) => answer(...call));
  answer = () => Promise.reject(new CallFailure('refused', { status: 401 }));
  await act(() => session.refreshSession());
  await act(() => session.refreshSession());
  expect(session).toMatchObject({ user: undefined, notice: 'ended' });
  await screen.close();
  answer = () => ({ success: true, data });
  await open((...call) => answer(...call));
  await act(() => session.signOut());
  await act(() => session.refreshSession());
  expect(session).toMatchObject({ user: undefined, notice: undefined });
});

it('keeps the session of who signed in while the one before it was refused', async () => {
  const late = Promise.withResolvers<unknown>();
  await open(({ path }) =>
    path === '/auth/session' ? late.promise : { message: 'ok', data: { ...data, token: newer } },
  );
  const newer = testToken(7200);
  await act(() => session.verifyCode('h@example.org', '123456'));
  await act(async () => late.reject(new CallFailure('refused', { status: 401 })));
  expect(session).toMatchObject({ user: data.user, notice: undefined });
  expect(screen.tokens.read()).toBe(newer);
});

it('keeps loading in trouble, asks again, and keeps who was signed in', async () => {
  let isDown = true;
  await open(() => (isDown ? Promise.reject(new CallFailure('refused', { status: 503 })) : { success: true, data }));
  expect(session).toMatchObject({ loading: true, notice: 'server', user: undefined });
  isDown = false;
  await screen.advance(2_000);
  await screen.settle();
  expect(session).toMatchObject({ loading: false, notice: undefined, user: data.user });
  isDown = true;
  await act(() => session.refreshSession());
  expect(session).toMatchObject({ loading: false, notice: 'server', user: data.user });
});

it.each([
  ['who was signed in with this token', JSON.stringify({ ...data, token: testToken(), createdAt: '' }), data.user],
  ['nobody by another token', JSON.stringify({ ...data, token: testToken(9), createdAt: '' }), undefined],
  ['nobody by what cannot be read', '{', undefined],
])('knows without an answer %s', async (_what, remembered, user) => {
  localStorage.setItem('somalispeak_session', remembered);
  await open(() => Promise.reject(new CallFailure('network')));
  expect(session.user).toEqual(user);
});

it('leaves nothing that says who was signed in', async () => {
  await open();
  expect(localStorage.getItem('somalispeak_session')).toContain(data.user.email);
  await act(() => session.signOut());
  expect(Object.keys(localStorage).sort()).toEqual(['somalispeak_language', 'somalispeak_visited']);
});
