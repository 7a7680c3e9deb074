import { type ErrorCode, errorStatus } from '#shared/errors/codes.ts';
import type { SentenceValues } from '#shared/errors/format-sentence.ts';

type FailureDetails = { values?: SentenceValues; retryAfterSeconds?: number; cause?: unknown };

/** A refusal that a person is told about: a code of the one catalogue, whose sentence is chosen where it is answered. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: SentenceValues;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = errorStatus[code];
    this.values = details.values ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
