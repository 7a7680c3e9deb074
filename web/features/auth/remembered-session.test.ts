import { expect, it } from 'vitest';
import { forgetRememberedSession, recallSession, rememberSession } from './session-context.tsx';

const session = {
  user: { fullName: 'Hodan Cali', email: 'hodan@example.org', attemptsRemaining: 2 },
  attemptsRemaining: 2,
  expiresAt: '2026-01-02T00:00:00.000Z',
  token: 'a.b.c',
  createdAt: '2026-01-01T00:00:00.000Z',
};

function openStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

it('knows who is signed in, for the same token only', () => {
  const storage = openStorage();
  expect(recallSession(storage, 'a.b.c')).toBeUndefined();
  rememberSession(storage, session);
  expect(recallSession(storage, 'a.b.c')).toEqual(session);
  expect(recallSession(storage, 'd.e.f')).toBeUndefined();
  forgetRememberedSession(storage);
  expect(recallSession(storage, 'a.b.c')).toBeUndefined();
});

it('takes what cannot be read for nothing', () => {
  const storage = openStorage();
  storage.setItem('somalispeak_session', '{');
  expect(recallSession(storage, 'a.b.c')).toBeUndefined();
});
