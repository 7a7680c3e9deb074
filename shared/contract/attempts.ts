import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const recordAttempt = defineEndpoint({
  method: 'POST',
  path: '/attempts/use',
  summary: 'Records one attempt by itself. An upload charges its own attempt, so clients that upload never call this.',
  requiresSession: true,
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ attemptsRemaining: z.int() }),
  }),
});
