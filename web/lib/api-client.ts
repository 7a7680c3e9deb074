import type { BodyOf, Endpoint, ParamsOf, ResponseOf } from '#shared/contract/endpoint.ts';
import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { apiBasePath, requestTimeoutMilliseconds } from '#shared/limits.ts';
import { ApiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import { chooseGeneralMessage, readServerWords } from './general-message.ts';
import { readRetryAfter } from './retry-after.ts';
import { sayInLanguage } from './sentence.ts';
import type { TokenStore } from './token-store.ts';

export type ApiClientParts = {
  tokens: TokenStore;
  clock: Clock;
  language: () => Language;
  /** Called after the token was removed because the server answered 401 (spec §7). */
  onUnauthorized: () => void;
  fetch: typeof globalThis.fetch;
};

type CallInput<E extends Endpoint> = (ParamsOf<E> extends undefined ? { params?: never } : { params: ParamsOf<E> }) &
  (BodyOf<E> extends undefined ? { body?: never } : { body: BodyOf<E> }) & {
    query?: Record<string, string>;
    /** Goes out even when the page is being left. */
    keepalive?: boolean;
  };

/** Spec §8: the sentences of one call where the server gives none. */
export type CallSentences = {
  /** Success false without a word of why. */
  failed: SentenceKey;
  /** An answer that is not what the contract says. */
  unexpected: SentenceKey;
};

export type ApiClient = {
  /** Calls an endpoint of the contract; throws `ApiError` whose message can be shown as it is. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, sentences?: CallSentences): Promise<ResponseOf<E>>;
};

/** `/transcription/:id` and `{ id: 'a b' }` → `/api/transcription/a%20b`. */
export function buildAddress(path: string, params: unknown, query?: Record<string, string>): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return `${apiBasePath}${filled}${search}`;
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const isFailure = (body: unknown) =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false;

export function createApiClient(parts: ApiClientParts): ApiClient {
  const send = async (
    endpoint: Endpoint,
    input: { params?: unknown; body?: unknown; query?: Record<string, string>; keepalive?: boolean },
  ) => {
    const language = parts.language();
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language };
    const token = parts.tokens.read();
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const timeOut = new AbortController();
    const cancelTimer = parts.clock.after(requestTimeoutMilliseconds, () => timeOut.abort());
    try {
      const response = await parts.fetch(buildAddress(endpoint.path, input.params, input.query), {
        method: endpoint.method,
        headers,
        signal: timeOut.signal,
        keepalive: input.keepalive ?? false,
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'), parts.clock.now());
      return { status: response.status, ok: response.ok, body: await readBody(response), retryAfterSeconds };
    } catch {
      // Spec §8 gives the accounts' calls a network sentence of their own.
      const key = endpoint.path.startsWith('/auth/') ? 'NETWORK_TRY_AGAIN' : 'NETWORK';
      throw new ApiError('network', sayInLanguage(key, language));
    } finally {
      cancelTimer();
    }
  };

  return {
    async call<E extends Endpoint>(
      endpoint: E,
      input: CallInput<E>,
      sentences?: CallSentences,
    ): Promise<ResponseOf<E>> {
      const { ok, ...answer } = await send(endpoint, input);
      const { status, body } = answer;
      if (status === 401) {
        parts.tokens.clear();
        parts.onUnauthorized();
      }
      const language = parts.language();
      if (!ok) throw new ApiError('refused', chooseGeneralMessage(status, body, language), answer);
      if (isFailure(body)) {
        const words = readServerWords(body) ?? sayInLanguage(sentences?.failed ?? 'UNEXPECTED', language);
        throw new ApiError('refused', words, answer);
      }
      const parsed = endpoint.response.safeParse(body);
      if (parsed.success) return parsed.data as ResponseOf<E>;
      throw new ApiError('unexpected', sayInLanguage(sentences?.unexpected ?? 'UNEXPECTED', language), answer);
    },
  };
}
