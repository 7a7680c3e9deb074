import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { messageResponse } from './envelope.ts';
import { transcriptionId } from './transcription.ts';

export const setTeaching = defineEndpoint({
  method: 'PUT',
  path: '/account/teaching',
  summary:
    'Whether recordings that the user corrected may teach the next model. Taken back, they are gone from the set.',
  requiresSession: true,
  body: z.object({ mayTeach: z.boolean() }),
  response: messageResponse,
});

export const rateTranscription = defineEndpoint({
  method: 'PUT',
  path: '/transcription/:id/rating',
  summary: 'The owner’s answer to "Was this right?"; the latest one counts.',
  requiresSession: true,
  params: transcriptionId,
  body: z.object({ isRight: z.boolean() }),
  response: z.object({ success: z.literal(true) }),
});
