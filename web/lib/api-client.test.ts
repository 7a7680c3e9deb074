import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getSession, signUp, verifyMagicLink } from '#shared/contract/accounts.ts';
import { recordAttempt } from '#shared/contract/attempts.ts';
import type { Language } from '#shared/languages.ts';
import { buildAddress, createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { createFakeClock } from './fake-clock.ts';
import { loadTexts } from './text-registry.ts';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

function openClient(answer: Answer | 'no-answer' | 'never', language: Language = 'en') {
  const clock = createFakeClock();
  const requests: { address: string; init: RequestInit }[] = [];
  const tokens = { read: () => 'a.b.c', write: vi.fn(), clear: vi.fn(), isDueForRefresh: () => false };
  const onUnauthorized = vi.fn();
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
  const api = createApiClient({ tokens, clock, language: () => language, onUnauthorized, fetch });
  return { api, clock, requests, tokens, onUnauthorized };
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

beforeAll(() => Promise.all([loadTexts('en', 'errors'), loadTexts('so', 'errors')]));

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

  it.each([
    [400, 'Invalid request. Please check your input.'],
    [401, 'Authentication required. Please log in again.'],
    [403, 'You do not have permission to perform this action.'],
    [404, 'Resource not found.'],
    [409, 'This resource already exists.'],
    [429, 'Too many requests. Please try again later.'],
    [500, 'Server error. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [418, 'Request failed with status 418'],
  ])('says what spec §8 says for a bare %i', async (status, sentence) => {
    const { api } = openClient({ status, body: {} });
    expect((await failureOf(api.call(recordAttempt, {}))).message).toBe(sentence);
  });

  it("prefers the server's error, then its message", async () => {
    const both = openClient({ status: 400, body: { error: 'E', message: 'M' } });
    expect((await failureOf(both.api.call(recordAttempt, {}))).message).toBe('E');
    const message = openClient({ status: 400, body: { message: 'M' } });
    expect((await failureOf(message.api.call(recordAttempt, {}))).message).toBe('M');
  });

  it('has two network sentences: one for accounts, one for the rest', async () => {
    const { api } = openClient('no-answer');
    const account = await failureOf(api.call(getSession, {}));
    expect(account.message).toBe('Network error. Please check your connection and try again.');
    expect(account.kind).toBe('network');
    expect((await failureOf(api.call(recordAttempt, {}))).message).toBe('Network error. Please check your connection.');
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
    const { api, tokens, onUnauthorized } = openClient({ status: 401, body: {} });
    await failureOf(api.call(recordAttempt, {}));
    expect(tokens.clear).toHaveBeenCalledOnce();
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it.each([
    [{ success: false }, 'Signup failed'],
    [{ success: false, message: 'No' }, 'No'],
    [{ success: true }, 'An unexpected error occurred during signup. Please try again.'],
  ])("reads %j as a failure in the call's own words", async (body, sentence) => {
    const { api } = openClient({ body });
    const sentences = { failed: 'SIGNUP_FAILED', unexpected: 'SIGNUP_UNEXPECTED' } as const;
    const failure = await failureOf(api.call(signUp, { body: { fullName: 'Ali', email: 'a@b.co' } }, sentences));
    expect(failure.message).toBe(sentence);
  });

  it('speaks Somali to a Somali reader', async () => {
    const { api } = openClient({ status: 404, body: {} }, 'so');
    expect((await failureOf(api.call(recordAttempt, {}))).message).toBe('Wixii aad raadinaysay lama helin.');
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
    expect((await failureOf(api.call(recordAttempt, {}))).retryAfterSeconds).toBe(seconds);
  });
});
