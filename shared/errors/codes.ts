import statuses from './codes.json' with { type: 'json' };
import type en from './en.json';

/** Every failure and its HTTP status (spec §5, §7, §8; design.md §4). Clients may depend on codes: they stay. */
export type ErrorCode = keyof typeof statuses;
export const errorStatus: Readonly<Record<ErrorCode, number>> = statuses;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

/** Every sentence of the catalogue: those of the codes, and those that only the browser needs. */
export type SentenceKey = ErrorCode | keyof typeof en;
