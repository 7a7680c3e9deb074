import * as z from 'zod/mini';
import {
  confidence,
  correction,
  engineDescription,
  speakers,
  transcribedSegment,
  transcribedWord,
  transcriptionWarning,
  wordSpeakers,
} from '../transcript.ts';
import { defineEndpoint, failureResponse, messageResponse, succeeded } from './endpoint.ts';
import { wordOf } from './plain-text.ts';

/** What the person made of a result; a save names the version that it was made from. */
export const resultEdits = z.object({
  version: z.int(),
  title: z.nullable(z.string()),
  correction: z.nullable(correction),
  /** Not in the answers of releases before 0.5; `null` while it is as the engine told. */
  speakers: z.optional(z.nullable(speakers)),
});
export type ResultEdits = z.infer<typeof resultEdits>;

export const transcription = z.object({
  transcript: z.string(),
  rawTranscript: z.string(),
  translation: z.string(),
  transcriptConfidence: confidence,
  translationConfidence: confidence,
  id: z.string(),
  s3Url: z.string(),
  words: z.array(transcribedWord),
  segments: z.array(transcribedSegment),
  durationSeconds: z.number(),
  engine: engineDescription,
  warnings: z.array(transcriptionWarning),
  /** The speakers of the words if there are 2, 3, … 6 voices; not of releases before 0.5. */
  speakersIfCounted: z.optional(z.array(wordSpeakers)),
  /** These three are not in the answers of releases before 0.3. The path is our own, wherever the recording is stored. */
  audioPath: z.optional(z.string()),
  createdAt: z.optional(z.iso.datetime()),
  edits: z.optional(resultEdits),
  /** One of the service's own samples: its reader is asked nothing about it. */
  isSample: z.optional(z.literal(true)),
});
export type Transcription = z.infer<typeof transcription>;

export const uploadData = z.object({ transcription, attemptsRemaining: z.int() });
export type UploadData = z.infer<typeof uploadData>;

export const workState = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running']),
  createdAt: z.iso.datetime(),
  /** How many wait before it; 0 while it is worked on. */
  position: z.int(),
  secondsDone: z.number(),
  /** Seconds of sound in all; `null` until it is decoded. */
  durationSeconds: z.nullable(z.number()),
  /** Seconds until the result, by the pace so far; `null` while nothing is done. */
  secondsLeft: z.nullable(z.number()),
  text: z.string(),
});
export type WorkState = z.infer<typeof workState>;

/** A result, however it is asked for; 202 with `Retry-After` while there is none. */
const resultResponse = {
  response: succeeded({ data: uploadData }),
  accepted: succeeded({ data: z.object({ work: workState }) }),
};

export const uploadRecording = defineEndpoint({
  method: 'POST',
  path: '/transcription/upload',
  summary:
    'Multipart form with the field `audio`: transcribes, cleans and translates it. One attempt for each new recording. ' +
    'After `NOT_SOMALI` the same recording with the header `x-any-language: yes` gives its text all the same. ' +
    'With `Prefer: respond-async` it is answered 202 at once; `Location` names where the result will be.',
  keys: 'also',
  form: { file: 'audio' },
  ...resultResponse,
});

/** The lines of the live answer (`Accept: application/x-ndjson`), one JSON object a line; of a long text its end. */
export const uploadEvent = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('queued'), id: z.string(), position: z.int() }),
  z.object({ stage: z.literal('audio'), durationSeconds: z.number(), speechSeconds: z.number() }),
  z.object({ stage: z.literal('recognition'), text: z.string(), progress: z.number() }),
  z.object({ stage: z.literal('enhancement'), text: z.string() }),
  z.object({ stage: z.literal('translation'), text: z.string(), progress: z.number() }),
  z.object({ stage: z.literal('done'), data: uploadData }),
  z.extend(failureResponse, { stage: z.literal('error'), status: z.int() }),
]);
export type UploadEvent = z.infer<typeof uploadEvent>;

const word = wordOf(64, 'NOT_FOUND');
export const transcriptionId = z.object({ id: word });

/** The stored recording, reached by its own short-lived signature (`?expires=…&signature=…`), never by the session. */
export const getAudio = defineEndpoint({
  method: 'GET',
  path: '/transcription/:id/audio',
  summary: 'The stored recording (Opus, 16 kHz mono), through a signed link that works for five minutes.',
  isPublic: true,
  params: transcriptionId,
  query: z.object({ expires: word, signature: word }),
  mediaType: 'audio/ogg',
  response: z.unknown(),
});

export const getTranscription = defineEndpoint({
  method: 'GET',
  path: '/transcription/:id',
  summary:
    'A result, for its owner alone, until it is deleted; while it is worked on 202 with how far it is, and the text so far.',
  keys: 'also',
  params: transcriptionId,
  ...resultResponse,
});

export const acknowledgeTranscription = defineEndpoint({
  method: 'POST',
  path: '/transcription/:id/received',
  summary: 'The client has the whole result. Until then the same bytes give it again, free of charge.',
  keys: 'also',
  params: transcriptionId,
  response: succeeded({}),
});

export const deleteTranscription = defineEndpoint({
  method: 'DELETE',
  path: '/transcription/:id',
  summary: 'Deletes one recording and its texts, now; cancels it when it is still running.',
  keys: 'also',
  params: transcriptionId,
  response: messageResponse,
});
