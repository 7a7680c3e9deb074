import type { ErrorCode, SentenceKey } from '#shared/errors/codes.ts';
import { isErrorCode } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { sayInLanguage } from '#web/lib/sentence.ts';

type FailureKind = 'network' | 'timeout' | 'refused' | 'incomplete' | 'unknown' | 'cancelled';

/** `retryAfterSeconds`: of the header; what the body says goes before it. */
type FailedAnswer = { status?: number; body?: unknown; retryAfterSeconds?: number | undefined };

/** An upload that gave no result; `message` is spec §8's sentence in the reader's language. */
export class UploadFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  /** How long the server asks to be left alone. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FailureKind, message: string, answer: FailedAnswer = {}) {
    super(message);
    this.name = 'UploadFailure';
    const fields = readFields(answer.body);
    this.kind = kind;
    this.status = answer.status;
    this.code = isErrorCode(fields.code) ? fields.code : undefined;
    this.requestId = typeof fields.requestId === 'string' ? fields.requestId : undefined;
    this.retryAfterSeconds =
      typeof fields.retryAfterSeconds === 'number' ? fields.retryAfterSeconds : answer.retryAfterSeconds;
  }
}

const sentenceByKind = {
  network: 'NETWORK_UPLOAD',
  timeout: 'UPLOAD_TIMEOUT',
  unknown: 'UPLOAD_UNKNOWN',
  cancelled: 'UPLOAD_UNKNOWN',
} as const satisfies Partial<Record<FailureKind, SentenceKey>>;

/** A failure without an answer to go by. */
export function failUpload(kind: keyof typeof sentenceByKind, language: Language): UploadFailure {
  return new UploadFailure(kind, sayInLanguage(sentenceByKind[kind], language));
}

const readFields = (body: unknown) =>
  (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;

const sentenceByStatus: Readonly<Record<number, SentenceKey>> = {
  400: 'UPLOAD_400',
  401: 'UPLOAD_401',
  403: 'UPLOAD_403',
  413: 'UPLOAD_413',
  415: 'UPLOAD_415',
  429: 'UPLOAD_429',
  500: 'UPLOAD_500',
};

/** Codes that only repeat their HTTP status: for them the table of spec §8 speaks. */
const codesWithoutOwnSentence: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'UNAVAILABLE',
  'AUDIO_TOO_LARGE',
  'AUDIO_UNSUPPORTED',
  'UPLOAD_RATE_LIMITED',
]);

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** The sentence for an answer that says no: a product code's own sentence, else spec §8's Transcription table. */
function chooseSentence(status: number, body: unknown, language: Language): string {
  const { code, error, message } = readFields(body);
  const said = readText(error) ?? readText(message);
  if (isErrorCode(code) && !codesWithoutOwnSentence.has(code) && said !== undefined) return said;
  const key = sentenceByStatus[status];
  if (key !== undefined) return sayInLanguage(key, language);
  const fallback = sayInLanguage('REQUEST_FAILED_WITH_STATUS', language, { status });
  return sayInLanguage('UPLOAD_OTHER', language, { message: said ?? fallback });
}

type Refusal = { status: number; body: unknown; retryAfterSeconds?: number | undefined };

export function refuseUpload(refusal: Refusal, language: Language): UploadFailure {
  return new UploadFailure('refused', chooseSentence(refusal.status, refusal.body, language), refusal);
}

/** Spec §7: a status worth another try. */
export const isWorthRetrying = (failure: UploadFailure): boolean =>
  failure.kind === 'refused' && failure.status !== undefined && (failure.status >= 500 || failure.status === 429);

/** The processing screen's own words (spec §8) for what the upload could only call a network or unknown error. */
export function describeOnScreen(failure: unknown, language: Language): string {
  if (!(failure instanceof UploadFailure)) return sayInLanguage('PROCESSING_UNKNOWN', language);
  return failure.kind === 'network' ? sayInLanguage('NETWORK_PROCESSING', language) : failure.message;
}
