import * as z from 'zod/mini';
import { engineState } from '../transcript.ts';
import { defineEndpoint } from './endpoint.ts';

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  summary: 'Liveness: the process answers.',
  isPublic: true,
  response: z.object({ success: z.literal(true), status: z.literal('ok') }),
});

export const getReady = defineEndpoint({
  method: 'GET',
  path: '/ready',
  summary:
    'Whether this process can do its part (200 or 503): a web process needs its database, one that works its engine and its store, too. Also the limits in force.',
  isPublic: true,
  response: z.object({
    ready: z.boolean(),
    database: z.boolean(),
    queue: z.boolean(),
    role: z.optional(z.enum(['all', 'web', 'worker'])),
    /** Whether recordings could be kept at the last look. */
    storage: z.optional(z.boolean()),
    /** Whether the mail server let us in at the last look; only from processes that send mail. */
    mail: z.optional(z.boolean()),
    engine: engineState,
    limits: z.object({
      maxUploadBytes: z.int(),
      /** Of an account without premium, and with it. */
      maxAudioSeconds: z.int(),
      premiumMaxAudioSeconds: z.optional(z.int()),
      freeAttempts: z.int(),
      retentionDays: z.int(),
    }),
    verifyClickWhenUnbound: z.boolean(),
  }),
});
