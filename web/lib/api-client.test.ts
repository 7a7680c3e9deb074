import { describe, expect, it, vi } from 'vitest';
import { getSession, listSessions, signUp, verifyMagicLink } from '#shared/contract/accounts.ts';
import type { Language } from '#shared/languages.ts';
import { buildAddress, createApiClient } from './api-client.ts';
import { CallFailure } from './call-failure.ts';
import { createFakeClock } from './clock-for-test.ts';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

function openClient(answer: Answer | 'no-answer' | 'never', language: Language = 'en') {
  const clock = createFakeClock();
  const requests: { address: string; init: RequestInit }[] = [];
  const tokens = {
    read: () => 'a.b.c',
    write: vi.fn(),
    clear: vi.fn(),
    expire: vi.fn(),
    onExpired: vi.fn(),
    isDueForRefresh: () => false,
    learnTime: vi.fn(),
  };
  const fetch = async (address: RequestInfo | URL, init: RequestInit = {}) => {
    requests.push({ address: String(address), init });
    if (answer === 'no-answer') throw new TypeError('Failed to fetch');
    if (answer === 'never') {
      return new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    }
    return Response.json(answer.body ?? null, { status: answer.status ?? 200, headers: answer.headers ?? {} });
  };
  const api = createApiClient({ tokens, clock, language: () => language, fetch });
  return { api, clock, requests, tokens };
}

async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallFailure)) throw new Error(`Expected a CallFailure, got ${String(error)}`);
  return error;
}

describe('the API client', () => {
  it('sends the token, the language and JSON below /api', async () => {
    const { api, requests } = openClient({ body: { success: true, message: 'ok' } }, 'so');
    await api.call(signUp, { body: { fullName: 'Ali', email: 'a@b.co' } });
    expect(requests[0]?.address).toBe('/api/auth/signup');
    expect(requests[0]?.init.headers).toEqual({
      accept: 'application/json',
      'accept-language': 'so',
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
    });
  });

  it('puts parameters and query into the address, escaped', () => {
    expect(buildAddress('/auth/verify/:token', { token: 'a/b' }, { confirm: '1' })).toBe(
      '/api/auth/verify/a%2Fb?confirm=1',
    );
  });

  it('names a call that no answer came to', async () => {
    const { api } = openClient('no-answer');
    expect((await failureOf(api.call(getSession, {}))).kind).toBe('network');
  });

  it('gives up after 30 seconds', async () => {
    const { api, clock } = openClient('never');
    const failure = failureOf(api.call(getSession, {}));
    let isOver = false;
    void failure.then(() => {
      isOver = true;
    });
    await clock.advance(29_999);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect((await failure).kind).toBe('network');
  });

  it('removes the token and gives the signal on any 401', async () => {
    const { api, tokens } = openClient({ status: 401, body: {} });
    await failureOf(api.call(listSessions, {}));
    expect(tokens.expire.mock.calls).toEqual([['a.b.c']]);
  });

  it.each([
    [
      { success: false, message: 'No' },
      { kind: 'refused', said: 'No' },
    ],
    [{ success: true }, { kind: 'unexpected', said: undefined }],
  ])('reads %j as a failure though the status is 200', async (body, expected) => {
    const { api } = openClient({ body });
    expect(await failureOf(api.call(signUp, { body: { fullName: 'Ali', email: 'a@b.co' } }))).toMatchObject(expected);
  });

  it('keeps the code and the wait of a refusal', async () => {
    const { api } = openClient({ status: 429, body: { error: 'x', code: 'RESEND_COOLDOWN', retryAfterSeconds: 42 } });
    const failure = await failureOf(api.call(verifyMagicLink, { params: { token: 't' } }));
    expect(failure).toMatchObject({ code: 'RESEND_COOLDOWN', retryAfterSeconds: 42, status: 429 });
  });

  it.each([
    [{}, 7],
    [{ retryAfterSeconds: 42 }, 42],
  ])('reads the wait from the header where %j says nothing', async (body, seconds) => {
    const { api } = openClient({ status: 503, body, headers: { 'retry-after': '7' } });
    expect((await failureOf(api.call(listSessions, {}))).retryAfterSeconds).toBe(seconds);
  });
});
