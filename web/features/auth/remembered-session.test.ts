// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { openBrowserStorage } from '../../lib/browser-storage.ts';
import { forgetRememberedSession, recallSession, rememberSession } from './session-context.tsx';

const session = {
  user: { fullName: 'Hodan Cali', email: 'hodan@example.org', attemptsRemaining: 2 },
  attemptsRemaining: 2,
  expiresAt: '2026-01-02T00:00:00.000Z',
  token: 'a.b.c',
  createdAt: '2026-01-01T00:00:00.000Z',
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('knows who is signed in after a reload, for the same token only, until it is to forget', () => {
  const load = openBrowserStorage;
  expect(recallSession(load(), 'a.b.c')).toBeUndefined();
  rememberSession(load(), session);
  expect(recallSession(load(), 'a.b.c')).toEqual(session);
  expect(recallSession(load(), 'd.e.f')).toBeUndefined();
  forgetRememberedSession(load());
  expect(recallSession(load(), 'a.b.c')).toBeUndefined();
  // It says nothing of who that was.
  expect(Object.keys(localStorage)).toEqual(['somalispeak_visited']);
});

it('knows it for the page alone where the browser keeps nothing', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
  const storage = openBrowserStorage();
  rememberSession(storage, session);
  expect(recallSession(storage, 'a.b.c')).toEqual(session);
  expect(recallSession(openBrowserStorage(), 'a.b.c')).toBeUndefined();
  forgetRememberedSession(storage);
  expect(recallSession(storage, 'a.b.c')).toBeUndefined();
});

it('takes what cannot be read for nothing', () => {
  localStorage.setItem('somalispeak_session', '{');
  expect(recallSession(openBrowserStorage(), 'a.b.c')).toBeUndefined();
});
