import { type ErrorCode, isErrorCode } from '#shared/errors/codes.ts';

/**
 * `network`, `timeout`: no answer came. `refused`: the server said no. `unexpected`: the answer is not what the contract
 * says; `incomplete`: a result without its texts. `cancelled`: by the person.
 */
type FailureKind = 'network' | 'timeout' | 'refused' | 'unexpected' | 'incomplete' | 'cancelled';

/** `retryAfterSeconds`: of the header; what the body says goes before it. */
export type FailedAnswer = { status?: number; body?: unknown; retryAfterSeconds?: number | undefined };

type Fields = Readonly<Record<string, unknown>>;
export const readFields = (value: unknown): Fields =>
  (typeof value === 'object' && value !== null ? value : {}) as Fields;

/** What a text says as JSON; nothing where it cannot be read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const readText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

/** A call that gave no result. What to tell the person is chosen where it is shown: failure-sentence.ts. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  /** The server's own sentence: its error, then its message (spec §8). */
  readonly said: string | undefined;
  readonly requestId: string | undefined;
  /** How long the server asks to be left alone. */
  readonly retryAfterSeconds: number | undefined;
  /** What the server sent, for the few callers that read more. */
  readonly body: unknown;

  constructor(kind: FailureKind, answer: FailedAnswer = {}) {
    super(answer.status === undefined ? kind : `${kind} with status ${answer.status}`);
    this.name = 'CallFailure';
    const { code, error, message, requestId, retryAfterSeconds } = readFields(answer.body);
    this.kind = kind;
    this.status = answer.status;
    this.code = isErrorCode(code) ? code : undefined;
    this.said = readText(error) ?? readText(message);
    this.requestId = readText(requestId);
    this.retryAfterSeconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : answer.retryAfterSeconds;
    this.body = answer.body;
  }
}

/** How long a server asks to be left alone by its header: seconds, or a date (RFC 9110 §10.2.3). */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}
