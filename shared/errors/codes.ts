import type en from './en.json';

/** Every failure the server can answer with, and its HTTP status. Codes are stable: clients may depend on them. */
export const errorStatus = {
  // Spec §8, by status
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500,
  UNAVAILABLE: 503,
  // Accounts (spec §5, §7, §8)
  TITLE_TOO_SHORT: 400,
  NAME_TOO_SHORT: 400,
  NAME_TOO_LONG: 400,
  TEXT_UNUSABLE: 400,
  EMAIL_INVALID: 400,
  RESEND_COOLDOWN: 429,
  LINK_INVALID: 400,
  LINK_EXPIRED: 410,
  LINK_USED: 409,
  LINK_SUPERSEDED: 410,
  LINK_CONFIRMATION_NEEDED: 428,
  CODE_WRONG: 400,
  CODE_OVER: 410,
  SESSION_EXPIRED: 401,
  ORIGIN_REFUSED: 403,
  // Attempts
  ATTEMPTS_EXHAUSTED: 403,
  RESULT_CHANGED: 409,
  // Upload and transcription (spec §5, §8; design.md §4)
  AUDIO_MISSING: 400,
  AUDIO_EMPTY: 400,
  AUDIO_DAMAGED: 400,
  AUDIO_NO_SOUND: 422,
  AUDIO_HASH_MISMATCH: 400,
  BODY_STALLED: 408,
  UPLOAD_STALLED: 408,
  AUDIO_TOO_LARGE: 413,
  AUDIO_TOO_LONG: 422,
  AUDIO_TOO_SHORT: 422,
  AUDIO_UNSUPPORTED: 415,
  AUDIO_CODEC_UNSUPPORTED: 415,
  NO_SPEECH: 422,
  NOT_SOMALI: 422,
  UPLOAD_RATE_LIMITED: 429,
  TRANSCRIPTION_FAILED: 500,
  TRANSLATION_FAILED: 500,
  TRANSCRIPTION_CANCELLED: 409,
  QUEUE_FULL: 503,
  STORAGE_FULL: 507,
  ENGINE_NOT_READY: 503,
  ENGINE_BUSY: 503,
  TRANSCRIPTION_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

/** Every sentence of the catalogue: those of the codes, and those that only the browser needs. */
export type SentenceKey = ErrorCode | keyof typeof en;
