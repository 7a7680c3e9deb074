import type en from './en.json';

/**
 * Every failure the server can answer with, by its HTTP status (spec §5, §7, §8; design.md §4). Codes are stable: clients
 * may depend on them.
 */
const codesOfStatus = {
  400: [
    'BAD_REQUEST',
    'TITLE_TOO_SHORT',
    'NAME_TOO_SHORT',
    'NAME_TOO_LONG',
    'TEXT_TOO_LONG',
    'TEXT_UNUSABLE',
    'EMAIL_INVALID',
    'LINK_INVALID',
    'CODE_WRONG',
    'OWN_WORDS_TOO_MANY',
    'OWN_WORD_TOO_LONG',
    'OWN_WORD_UNUSABLE',
    'AUDIO_MISSING',
    'AUDIO_EMPTY',
    'AUDIO_DAMAGED',
    'AUDIO_HASH_MISMATCH',
    'LANGUAGE_UNSUPPORTED',
    'FORMAT_UNSUPPORTED',
    'STREAM_UNSUPPORTED',
  ],
  401: ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'KEY_INVALID'],
  403: ['FORBIDDEN', 'ORIGIN_REFUSED', 'ATTEMPTS_EXHAUSTED', 'KEYS_NOT_ALLOWED'],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  408: ['BODY_STALLED', 'UPLOAD_STALLED'],
  409: ['CONFLICT', 'KEYS_TOO_MANY', 'LINK_USED', 'RESULT_CHANGED', 'TRANSCRIPTION_CANCELLED'],
  410: ['LINK_EXPIRED', 'LINK_SUPERSEDED', 'CODE_OVER'],
  413: ['AUDIO_TOO_LARGE'],
  415: ['AUDIO_UNSUPPORTED', 'AUDIO_CODEC_UNSUPPORTED'],
  422: ['AUDIO_NO_SOUND', 'AUDIO_TOO_LONG', 'AUDIO_TOO_SHORT', 'NO_SPEECH', 'NOT_SOMALI'],
  428: ['LINK_CONFIRMATION_NEEDED'],
  429: ['RATE_LIMITED', 'RESEND_COOLDOWN', 'UPLOAD_RATE_LIMITED'],
  500: ['SERVER_ERROR', 'TRANSCRIPTION_FAILED', 'TRANSLATION_FAILED'],
  503: [
    'UNAVAILABLE',
    'QUEUE_FULL',
    'LONG_QUEUE_FULL',
    'TAKES_LONGER',
    'STILL_WORKING',
    'ENGINE_NOT_READY',
    'ENGINE_BUSY',
  ],
  504: ['TRANSCRIPTION_TIMEOUT'],
  507: ['STORAGE_FULL'],
} as const;

export type ErrorCode = (typeof codesOfStatus)[keyof typeof codesOfStatus][number];

export const errorStatus = Object.fromEntries(
  Object.entries(codesOfStatus).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
) as Record<ErrorCode, number>;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

/** Every sentence of the catalogue: those of the codes, and those that only the browser needs. */
export type SentenceKey = ErrorCode | keyof typeof en;
