import type { ErrorCode, SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { CallFailure } from './call-failure.ts';
import { translate, useLanguage } from './language-context.ts';

type StatusSentences = Readonly<Record<number, SentenceKey>>;

const generalByStatus: StatusSentences = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
  500: 'SERVER_ERROR',
  503: 'UNAVAILABLE',
};

const uploadByStatus: StatusSentences = {
  400: 'UPLOAD_400',
  401: 'UPLOAD_401',
  403: 'UPLOAD_403',
  413: 'UPLOAD_413',
  415: 'UPLOAD_415',
  429: 'UPLOAD_429',
  500: 'UPLOAD_500',
};

type PlaceSentences = {
  network: SentenceKey;
  /** Refused without a word of why, by an answer whose status is a success. */
  failed: SentenceKey;
  /** An answer that is not what the contract says. */
  unexpected: SentenceKey;
  /** Not a failed call at all: a mistake of ours. */
  otherwise: SentenceKey;
};

const unexpected = { failed: 'UNEXPECTED', unexpected: 'UNEXPECTED', otherwise: 'UNEXPECTED' } as const;
const upload = { failed: 'UPLOAD_UNKNOWN', unexpected: 'UPLOAD_UNKNOWN', otherwise: 'UPLOAD_UNKNOWN' } as const;
const accountNetwork = { network: 'NETWORK_TRY_AGAIN' } as const;

/** Where a failure is shown, and its sentences of spec §8 where the server gives none. */
const places = {
  general: { ...unexpected, network: 'NETWORK' },
  account: { ...unexpected, ...accountNetwork },
  signUp: {
    ...accountNetwork,
    failed: 'SIGNUP_FAILED',
    unexpected: 'SIGNUP_UNEXPECTED',
    otherwise: 'SIGNUP_FORM_UNEXPECTED',
  },
  resend: {
    ...accountNetwork,
    failed: 'RESEND_FAILED',
    unexpected: 'RESEND_FAILED_TRY_AGAIN',
    otherwise: 'RESEND_FAILED_TRY_AGAIN',
  },
  verification: {
    ...accountNetwork,
    failed: 'VERIFICATION_FAILED',
    unexpected: 'VERIFICATION_ERROR',
    otherwise: 'VERIFICATION_UNEXPECTED',
  },
  upload: { ...upload, network: 'NETWORK_UPLOAD' },
  processingScreen: { ...upload, network: 'NETWORK_PROCESSING', otherwise: 'PROCESSING_UNKNOWN' },
} as const satisfies Record<string, PlaceSentences>;

export type FailurePlace = keyof typeof places;

/** Codes that only repeat their HTTP status: for them the upload's table of spec §8 speaks. */
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
  const key = generalByStatus[status];
  return key === undefined ? translate('REQUEST_FAILED_WITH_STATUS', language, { status }) : translate(key, language);
}

/** The sentence to show for what went wrong, in the reader's language. */
export function sentenceFor(failure: unknown, place: FailurePlace, language: Language): string {
  const sentences: PlaceSentences = places[place];
  if (!(failure instanceof CallFailure)) return translate(sentences.otherwise, language);
  switch (failure.kind) {
    case 'refused':
      return place === 'upload' || place === 'processingScreen'
        ? refusedUpload(failure, language)
        : refusedCall(failure, sentences.failed, language);
    case 'network':
      return translate(sentences.network, language);
    case 'timeout':
      return translate('UPLOAD_TIMEOUT', language);
    case 'incomplete':
      return translate('RESPONSE_INCOMPLETE', language);
    case 'unexpected':
    case 'cancelled':
      return translate(sentences.unexpected, language);
  }
}

export function useFailureSentence(): (failure: unknown, place: FailurePlace) => string {
  const { language } = useLanguage();
  return (failure, place) => sentenceFor(failure, place, language);
}
