import { type ErrorCode, errorStatus } from '#shared/errors/codes.ts';
import type { SentenceValues } from '#shared/errors/fill-places.ts';

type FailureDetails = { values?: SentenceValues; retryAfterSeconds?: number; data?: unknown; cause?: unknown };

/** A refusal that a person is told about: a code of the one catalogue, whose sentence is chosen where it is answered. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly values: SentenceValues;
  readonly retryAfterSeconds: number | undefined;
  readonly data: unknown;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = errorStatus[code];
    this.values = details.values ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.data = details.data;
  }
}
