import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { CallFailure } from './call-failure.ts';
import { translate, useLanguage } from './language-context.ts';

const generalByStatus: Readonly<Record<number, SentenceKey>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
  500: 'SERVER_ERROR',
  503: 'UNAVAILABLE',
};

const uploadByStatus: Readonly<Record<number, SentenceKey>> = {
  400: 'UPLOAD_400',
  401: 'UPLOAD_401',
  403: 'UPLOAD_403',
  413: 'UPLOAD_413',
  415: 'UPLOAD_415',
  429: 'UPLOAD_429',
  500: 'UPLOAD_500',
};

/**
 * What a place says without an answer; of a refusal without a word of why, by an answer whose status is a success; of
 * an answer that is not what the contract says; and of what is no failed call at all: a mistake of ours.
 */
const sentencesOf = (
  network: SentenceKey,
  failed: SentenceKey,
  unexpected: SentenceKey = failed,
  otherwise: SentenceKey = unexpected,
) => ({ network, failed, unexpected, cancelled: unexpected, otherwise });

/** Where a failure is shown, and its sentences of spec §8 where the server gives none. */
const places = {
  general: sentencesOf('NETWORK', 'UNEXPECTED'),
  account: sentencesOf('NETWORK_TRY_AGAIN', 'UNEXPECTED'),
  signUp: sentencesOf('NETWORK_TRY_AGAIN', 'SIGNUP_FAILED', 'SIGNUP_UNEXPECTED', 'SIGNUP_FORM_UNEXPECTED'),
  resend: sentencesOf('NETWORK_TRY_AGAIN', 'RESEND_FAILED', 'RESEND_FAILED_TRY_AGAIN'),
  verification: sentencesOf(
    'NETWORK_TRY_AGAIN',
    'VERIFICATION_FAILED',
    'VERIFICATION_ERROR',
    'VERIFICATION_UNEXPECTED',
  ),
  upload: sentencesOf('NETWORK_UPLOAD', 'UPLOAD_UNKNOWN'),
  processingScreen: sentencesOf('NETWORK_PROCESSING', 'UPLOAD_UNKNOWN', 'UPLOAD_UNKNOWN', 'PROCESSING_UNKNOWN'),
};

export type FailurePlace = keyof typeof places;

/** Codes that only repeat their HTTP status: for them the upload's table of spec §8 speaks. */
const codesWithoutOwnSentence: ReadonlySet<SentenceKey> = new Set([
  ...Object.values(generalByStatus),
  'AUDIO_TOO_LARGE',
  'AUDIO_UNSUPPORTED',
  'UPLOAD_RATE_LIMITED',
]);

/** Spec §8, Transcription: a product code's own sentence, else by status, else "API error: …". */
function refusedUpload({ status = 0, code, said }: CallFailure, language: Language): string {
  if (code !== undefined && !codesWithoutOwnSentence.has(code) && said !== undefined) return said;
  const key = uploadByStatus[status];
  if (key !== undefined) return translate(key, language);
  const fallback = translate('REQUEST_FAILED_WITH_STATUS', language, { status });
  return translate('UPLOAD_OTHER', language, { message: said ?? fallback });
}

/** Spec §8, general message choice: the server's error, then its message, then by status. */
function refusedCall({ status = 0, said }: CallFailure, failed: SentenceKey, language: Language): string {
  if (said !== undefined) return said;
  if (status < 300) return translate(failed, language);
  return translate(generalByStatus[status] ?? 'REQUEST_FAILED_WITH_STATUS', language, { status });
}

export function sentenceFor(failure: unknown, place: FailurePlace, language: Language): string {
  const sentences = { ...places[place], timeout: 'UPLOAD_TIMEOUT', incomplete: 'RESPONSE_INCOMPLETE' } as const;
  if (!(failure instanceof CallFailure)) return translate(sentences.otherwise, language);
  if (failure.kind !== 'refused') return translate(sentences[failure.kind], language);
  return place === 'upload' || place === 'processingScreen'
    ? refusedUpload(failure, language)
    : refusedCall(failure, sentences.failed, language);
}

export function useFailureSentence(): (failure: unknown, place: FailurePlace) => string {
  const { language } = useLanguage();
  return (failure, place) => sentenceFor(failure, place, language);
}
