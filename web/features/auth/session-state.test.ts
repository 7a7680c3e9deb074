import { expect, it } from 'vitest';
import { initialSessionState, reduceSession } from './session-state.ts';

const session = {
  token: 't',
  user: { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 },
  attemptsRemaining: 3,
  expiresAt: '2026-02-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
};
const signedIn = reduceSession(initialSessionState, { type: 'fetched', session });

it('starts loading, with nobody signed in', () => {
  expect(initialSessionState).toMatchObject({ loading: true, session: undefined });
});

it('ends loading without a token', () => {
  expect(reduceSession(initialSessionState, { type: 'no-token' })).toMatchObject({
    loading: false,
    session: undefined,
  });
});

it('changes the attempts everywhere they are told', () => {
  const used = reduceSession(signedIn, { type: 'attempts-changed', attemptsRemaining: 2 });
  expect(used.session).toMatchObject({ attemptsRemaining: 2, user: { attemptsRemaining: 2 } });
});

it('says that a session is ending only where there is one', () => {
  expect(reduceSession(signedIn, { type: 'ending' })).toMatchObject({ session, notice: 'ending' });
  expect(reduceSession(initialSessionState, { type: 'ending' })).toBe(initialSessionState);
});

it.each(['signed-out', 'ended'] as const)('knows nobody after %s', (type) => {
  expect(reduceSession(signedIn, { type })).toMatchObject({ loading: false, session: undefined });
});

it.each(['network', 'server'] as const)(
  'with trouble of the %s it keeps loading, or keeps who was signed in',
  (trouble) => {
    expect(reduceSession(initialSessionState, { type: 'unreachable', trouble })).toMatchObject({
      loading: true,
      notice: trouble,
    });
    const troubled = reduceSession(signedIn, { type: 'unreachable', trouble });
    expect(troubled.session).toEqual(session);
    expect(reduceSession(troubled, { type: 'fetched', session }).notice).toBeUndefined();
  },
);
