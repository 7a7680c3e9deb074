import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { messageResponse } from './envelope.ts';
import { wordOf } from './plain-text.ts';

/** A session as its owner sees it; nothing here opens it. */
const sessionSummary = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** To within some minutes. */
  lastUsedAt: z.iso.datetime(),
  /** "Firefox, Android", or empty where the program did not say. */
  device: z.string(),
  isCurrent: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where the signed-in user is signed in, the session in use first.',
  requiresSession: true,
  response: z.object({ success: z.literal(true), data: z.object({ sessions: z.array(sessionSummary) }) }),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Ends one session of the signed-in user.',
  requiresSession: true,
  params: z.object({ id: wordOf(64, 'NOT_FOUND') }),
  response: messageResponse,
});

export const endEverySession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Signs out everywhere: ends every session of the signed-in user, this one too.',
  requiresSession: true,
  response: messageResponse,
});
