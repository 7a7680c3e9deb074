import type { BodyOf, Endpoint, ParamsOf, ResponseOf } from '#shared/contract/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import { apiBasePath, requestTimeoutMilliseconds } from '#shared/limits.ts';
import { CallFailure, readFields, readRetryAfter } from './call-failure.ts';
import type { Clock } from './clock.ts';
import type { TokenStore } from './token-store.ts';

export type RequestParts = {
  tokens: TokenStore;
  clock: Clock;
  language: () => Language;
};

export function describeRequester(token: string | undefined, language: Language, accept: string) {
  const headers: Record<string, string> = { accept, 'accept-language': language };
  return token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
}

type CallInput<E extends Endpoint> = (ParamsOf<E> extends undefined ? { params?: never } : { params: ParamsOf<E> }) &
  (BodyOf<E> extends undefined ? { body?: never } : { body: BodyOf<E> }) & {
    query?: Record<string, string>;
    /** Goes out even when the page is being left. */
    keepalive?: boolean;
  };

export type ApiClient = {
  /** Calls an endpoint of the contract; throws `CallFailure`, for which `sentenceFor` has the words. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>>;
};

/** `/transcription/:id` and `{ id: 'a b' }` → `/api/transcription/a%20b`. */
export function buildAddress(path: string, params: unknown, query?: Record<string, string>): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return `${apiBasePath}${filled}${search}`;
}

export const createApiClient = (parts: RequestParts & { fetch: typeof globalThis.fetch }): ApiClient => ({
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
    const { params, body, query, keepalive = false } = input;
    const token = parts.tokens.read();
    const headers = describeRequester(token, parts.language(), 'application/json');
    if (body !== undefined) headers['content-type'] = 'application/json';
    const timeOut = new AbortController();
    const cancelTimer = parts.clock.after(requestTimeoutMilliseconds, () => timeOut.abort());
    const send = async () => {
      const response = await parts.fetch(buildAddress(endpoint.path, params, query), {
        method: endpoint.method,
        headers,
        signal: timeOut.signal,
        keepalive,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { ok, status } = response;
      const date = response.headers.get('date');
      if (date !== null) parts.tokens.learnTime(date);
      const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'), parts.clock.now());
      return { ok, status, retryAfterSeconds, body: await response.json().catch(() => undefined) };
    };
    const { ok, ...answer } = await send()
      .catch(() => {
        throw new CallFailure('network');
      })
      .finally(cancelTimer);
    if (answer.status === 401) parts.tokens.expire(token);
    if (!ok || readFields(answer.body).success === false) throw new CallFailure('refused', answer);
    const parsed = endpoint.response.safeParse(answer.body);
    if (parsed.success) return parsed.data as ResponseOf<E>;
    throw new CallFailure('unexpected', answer);
  },
});
