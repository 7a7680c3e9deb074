import { describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../lib/call-failure.ts';
import { createFakeClock } from '../../lib/clock-for-test.ts';
import { fetchSession } from './session-context.tsx';

const user = { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 };
const data = { user, attemptsRemaining: 3, expiresAt: '2026-02-01T00:00:00Z' };

function open(call: () => Promise<unknown>) {
  const clock = createFakeClock();
  const tokens = {
    read: () => 'token',
    write: vi.fn(),
    clear: vi.fn(),
    expire: vi.fn(),
    onExpired: vi.fn(),
    isDueForRefresh: () => false,
    learnTime: vi.fn(),
  };
  return { tokens, services: { api: { call: vi.fn(call) as never }, tokens, clock } };
}
const refusing = (status: number, body?: unknown) => async () => {
  throw new CallFailure('refused', { status, body });
};

describe('asking for the session', () => {
  it('gives it the time it was made here', async () => {
    const { services } = open(async () => ({ success: true, data }));
    expect(await fetchSession(services, () => true)).toEqual({
      type: 'fetched',
      session: { ...data, token: 'token', createdAt: '2026-01-01T00:00:00.000Z' },
    });
  });

  it.each([401, 403])('ends on %s, and removes the token it asked with', async (status) => {
    const { services, tokens } = open(refusing(status));
    expect(await fetchSession(services, () => true)).toEqual({ type: 'ended' });
    expect(tokens.expire.mock.calls).toEqual([['token']]);
  });

  it.each([404, 429, 500, 502, 503])(
    'keeps the token on %s: the server has trouble, not the session',
    async (status) => {
      const { services, tokens } = open(refusing(status, { retryAfterSeconds: 7 }));
      expect(await fetchSession(services, () => true)).toEqual({
        type: 'unreachable',
        trouble: 'server',
        retryAfterSeconds: 7,
      });
      expect(tokens.expire).not.toHaveBeenCalled();
    },
  );

  it.each([
    [false, 'network'],
    [true, 'server'],
  ] as const)('keeps the token without an answer (online: %s)', async (isOnline, trouble) => {
    const { services, tokens } = open(async () => {
      throw new CallFailure('network');
    });
    expect(await fetchSession(services, () => isOnline)).toMatchObject({ type: 'unreachable', trouble });
    expect(tokens.expire).not.toHaveBeenCalled();
  });
});
