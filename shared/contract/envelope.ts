import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/codes.ts';
import { errorStatus } from '../errors/codes.ts';

/** `{ success: true, message }`: answers that carry a sentence and nothing else. */
export const messageResponse = z.object({ success: z.literal(true), message: z.string() });

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** Every failure: `error` and `message` are the same sentence in the caller's language (design.md §4). */
export const failureResponse = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.enum(codes),
  requestId: z.string(),
  retryAfterSeconds: z.optional(z.number()),
  /** What stands in the way of a save (409). */
  data: z.optional(z.unknown()),
});
export type FailureResponse = z.infer<typeof failureResponse>;
