// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
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
afterEach(() => screen.close());

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

it.each([
  ['where there is one', undefined, 'ending'],
  ['and not while nobody is known', () => new Promise(() => undefined), undefined],
] as const)('says that a session is ending %s', async (_, answer, notice) => {
  await open(answer, testToken(250));
  await screen.advance(60_000);
  expect(session.notice).toBe(notice);
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

it('knows without an answer who was signed in with this token', async () => {
  const token = testToken();
  localStorage.setItem('somalispeak_session', JSON.stringify({ ...data, token, createdAt: '' }));
  screen = await renderForTest(<Probe />, { answer: () => Promise.reject(new CallFailure('network')), token });
  expect(session).toMatchObject({ loading: false, user: data.user });
});
