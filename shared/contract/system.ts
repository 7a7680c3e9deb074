import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { engineDescription } from './transcription.ts';

export const engineState = z.object({
  state: z.enum(['starting', 'downloading', 'ready', 'failed']),
  description: z.nullable(engineDescription),
  downloadedBytes: z.int(),
  totalBytes: z.int(),
});

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  summary: 'Liveness: the process answers.',
  requiresSession: false,
  response: z.object({ status: z.literal('ok') }),
});

/** Also tells the web app the limits that are set at run time. */
export const getReady = defineEndpoint({
  method: 'GET',
  path: '/ready',
  summary: 'Readiness of the database, the queue and the speech engine, and the limits in force.',
  requiresSession: false,
  response: z.object({
    ready: z.boolean(),
    database: z.boolean(),
    queue: z.boolean(),
    engine: engineState,
    limits: z.object({
      maxUploadBytes: z.int(),
      maxAudioSeconds: z.int(),
      freeAttempts: z.int(),
      retentionDays: z.int(),
    }),
    supportEmail: z.string(),
    verifyClickWhenUnbound: z.boolean(),
  }),
});
