import * as z from 'zod/mini';
import { resultTitleMaxCharacters, searchMaxCharacters } from '../limits.ts';
import { confidence, speakers } from '../transcript.ts';
import { defineEndpoint, succeeded } from './endpoint.ts';
import { isPlain, isPlainLines, wordOf } from './plain-text.ts';
import { resultEdits, transcriptionId, workState } from './transcription.ts';

const resultSummary = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  opening: z.string(),
  english: z.optional(z.string()),
  createdAt: z.iso.datetime(),
  durationSeconds: z.number(),
  transcriptConfidence: confidence,
  /** Whether such scores were held against the truth; else this one is an estimate. */
  isCalibrated: z.boolean(),
});
export type ResultSummary = z.infer<typeof resultSummary>;

export const listTranscriptions = defineEndpoint({
  method: 'GET',
  path: '/transcriptions',
  summary:
    'The signed-in user’s results, by date (the newest first) or by name; `next` is the `after` of the following page. ' +
    'With `search` those with words that begin so, in their Somali, English or name.',
  query: z.object({
    after: z.optional(wordOf(1024, 'BAD_REQUEST')),
    search: z.optional(z.string().check(z.maxLength(searchMaxCharacters, 'BAD_REQUEST'), ...isPlain('BAD_REQUEST'))),
    sort: z.optional(z.enum(['date', 'name'])),
  }),
  response: succeeded({
    data: z.object({
      results: z.array(resultSummary),
      next: z.nullable(z.string()),
      /** What of the user’s waits or is worked on, the newest first, without its text; it is no result yet. */
      underWay: z.optional(z.array(workState)),
    }),
  }),
});

/** More than any recording holds; each recording sets a narrower bound of its own. */
const correctedMaxCharacters = 200_000;
const correctedText = z
  .string()
  .check(z.trim(), z.maxLength(correctedMaxCharacters, 'TEXT_TOO_LONG'), ...isPlainLines('TEXT_UNUSABLE'));

const editsResponse = succeeded({ data: resultEdits });
/** One below what its column holds, which counts one more. */
const version = z.int().check(z.minimum(0), z.maximum(2_147_483_646));

export const correctTranscription = defineEndpoint({
  method: 'PUT',
  path: '/transcription/:id',
  summary:
    'Saves the title and the corrected texts. Where `version` is no longer the latest: 409 `RESULT_CHANGED`, with the texts as they are in `data`.',
  params: transcriptionId,
  maxBodyBytes: 2_097_152,
  body: z.object({
    version,
    title: z.nullable(
      z.string().check(z.trim(), z.maxLength(resultTitleMaxCharacters, 'NAME_TOO_LONG'), ...isPlain('TEXT_UNUSABLE')),
    ),
    transcript: correctedText.check(z.regex(/\S/, 'BAD_REQUEST')),
    translation: correctedText,
    translationOf: correctedText,
    /** Where it is left out, they stay as they are. */
    speakers: z.optional(z.nullable(speakers)),
  }),
  response: editsResponse,
});

export const translateTranscription = defineEndpoint({
  method: 'POST',
  path: '/transcription/:id/translate',
  summary: 'Translates the corrected Somali again, sentence by sentence where it was changed. Costs no attempt.',
  params: transcriptionId,
  body: z.object({ version }),
  response: editsResponse,
});

export const rateTranscription = defineEndpoint({
  method: 'PUT',
  path: '/transcription/:id/rating',
  summary: 'The owner’s answer to "Was this right?"; the latest one counts.',
  params: transcriptionId,
  body: z.object({ isRight: z.boolean() }),
  response: succeeded({}),
});
