import { type ErrorCode, isErrorCode } from '#shared/errors/codes.ts';

/** `network`: no answer came. `refused`: the server said no. `unexpected`: the answer is not what the contract says. */
type ApiErrorKind = 'network' | 'refused' | 'unexpected';

/** `retryAfterSeconds`: of the header; what the body says goes before it. */
type FailedAnswer = { status?: number; body?: unknown; retryAfterSeconds?: number | undefined };

/** A call that failed; `message` is the sentence to show, in the reader's language. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  /** What the server sent, for the few callers that read more than the sentence. */
  readonly body: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ApiErrorKind, message: string, answer: FailedAnswer = {}) {
    super(message);
    this.name = 'ApiError';
    const fields = (typeof answer.body === 'object' && answer.body !== null ? answer.body : {}) as Record<
      string,
      unknown
    >;
    this.kind = kind;
    this.status = answer.status;
    this.body = answer.body;
    this.code = isErrorCode(fields.code) ? fields.code : undefined;
    this.retryAfterSeconds =
      typeof fields.retryAfterSeconds === 'number' ? fields.retryAfterSeconds : answer.retryAfterSeconds;
  }
}
