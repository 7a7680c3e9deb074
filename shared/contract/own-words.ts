import * as z from 'zod/mini';
import { defineEndpoint, messageResponse, succeeded } from './endpoint.ts';

const words = z.array(z.string());

export const readOwnWords = defineEndpoint({
  method: 'GET',
  path: '/account/words',
  summary: 'The signed-in user’s own words, names and terms, as they are to be written.',
  response: succeeded({ data: z.object({ words }) }),
});

export const saveOwnWords = defineEndpoint({
  method: 'PUT',
  path: '/account/words',
  summary:
    'Sets the whole list. Recordings that come later prefer these words, write them as they are given, and keep those with a capital letter as names in the English.',
  // A list that is far too long is told so, and not cut off.
  maxBodyBytes: 2_097_152,
  body: z.object({ words }),
  response: messageResponse,
});
