import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { createFakeClock } from '../../lib/fake-clock.ts';
import { fetchSession } from './fetch-session.ts';

const user = { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 3 };
const data = { user, attemptsRemaining: 3, expiresAt: '2026-02-01T00:00:00Z' };
const unanswered = () => new ApiError('network', 'no');

function open(call: () => Promise<unknown>) {
  const clock = createFakeClock();
  const tokens = { read: () => 'token', write: vi.fn(), clear: vi.fn(), isDueForRefresh: () => false };
  const spy = vi.fn(call);
  const services = { api: { call: spy as never }, tokens, clock };
  return { clock, tokens, spy, services };
}

describe('asking for the session', () => {
  it('gives it the time it was made here', async () => {
    const { services } = open(async () => ({ success: true, data }));
    expect(await fetchSession(services, () => true)).toEqual({
      type: 'fetched',
      session: { ...data, token: 'token', createdAt: '2026-01-01T00:00:00.000Z' },
    });
  });

  it('removes the token once the server has refused it', async () => {
    const { services, tokens, spy } = open(async () => {
      throw new ApiError('refused', 'no', { status: 500 });
    });
    expect(await fetchSession(services, () => true)).toEqual({ type: 'failed' });
    expect(tokens.clear).toHaveBeenCalledOnce();
    expect(spy).toHaveBeenCalledOnce();
  });

  it('keeps the token while there is no network', async () => {
    const { services, tokens } = open(async () => {
      throw unanswered();
    });
    expect(await fetchSession(services, () => false)).toEqual({ type: 'no-network' });
    expect(tokens.clear).not.toHaveBeenCalled();
  });

  it('fails only after three unanswered tries with growing pauses while online', async () => {
    const { services, clock, spy, tokens } = open(async () => {
      throw unanswered();
    });
    const outcome = fetchSession(services, () => true);
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1));
    await clock.advance(1_000);
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(2));
    expect(tokens.clear).not.toHaveBeenCalled();
    await clock.advance(2_000);
    expect(await outcome).toEqual({ type: 'failed' });
    expect(spy).toHaveBeenCalledTimes(3);
    expect(tokens.clear).toHaveBeenCalledOnce();
  });
});
