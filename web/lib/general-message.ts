import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { sayInLanguage } from './sentence.ts';

const sentenceByStatus: Readonly<Record<number, SentenceKey>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
  500: 'SERVER_ERROR',
  503: 'UNAVAILABLE',
};

const readString = (body: unknown, name: 'error' | 'message'): string | undefined => {
  if (typeof body !== 'object' || body === null || !(name in body)) return undefined;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** The server's own sentence, if it sent one: its error, then its message. */
export const readServerWords = (body: unknown) => readString(body, 'error') ?? readString(body, 'message');

/** Spec §8, general message choice, for an answer that did arrive: the server's error, then its message, then by status. */
export function chooseGeneralMessage(status: number, body: unknown, language: Language): string {
  const said = readServerWords(body);
  if (said !== undefined) return said;
  const key = sentenceByStatus[status];
  return key === undefined
    ? sayInLanguage('REQUEST_FAILED_WITH_STATUS', language, { status })
    : sayInLanguage(key, language);
}
