import * as z from 'zod/mini';
import { nameMaxCharacters, programsBasePath } from '../limits.ts';
import { confidence, engineDescription, transcriptionWarning } from '../transcript.ts';
import { defineEndpoint, errorCode, messageResponse, succeeded } from './endpoint.ts';
import { isPlain, wordOf } from './plain-text.ts';

/** A key as its owner sees it; nothing here opens anything. */
const lastUsedAt = z.nullable(z.iso.datetime());
const apiKey = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime(), lastUsedAt });
export type ApiKey = z.infer<typeof apiKey>;

export const listKeys = defineEndpoint({
  method: 'GET',
  path: '/account/keys',
  summary: 'The keys by which other programs act for the signed-in user, and whether new ones may be made.',
  response: succeeded({ data: z.object({ mayMakeKeys: z.boolean(), keys: z.array(apiKey) }) }),
});

const keyName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(nameMaxCharacters, 'NAME_TOO_LONG'), ...isPlain('TEXT_UNUSABLE'));

export const makeKey = defineEndpoint({
  method: 'POST',
  path: '/account/keys',
  summary: 'Makes a key. This answer alone shows it.',
  body: z.object({ name: keyName }),
  response: succeeded({ data: z.extend(apiKey, { key: z.string() }) }),
});

export const endKey = defineEndpoint({
  method: 'DELETE',
  path: '/account/keys/:id',
  summary: 'Ends a key of the signed-in user.',
  params: z.object({ id: wordOf(64, 'NOT_FOUND') }),
  response: messageResponse,
});

// What follows is OpenAI's protocol, as far as it is true here (docs/programs.md).

/** Every failure; `param` is the field that is wrong. */
const kind = z.enum(['invalid_request_error', 'rate_limit_error', 'server_error']);
const failure = z.object({ message: z.string(), type: kind, param: z.nullable(z.string()), code: errorCode });
export const programFailure = z.object({ error: failure });
export type ProgramFailure = z.infer<typeof programFailure>;

const forPrograms = { base: programsBasePath, keys: 'only' } as const;

const model = z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() });

export const listModels = defineEndpoint({
  ...forPrograms,
  method: 'GET',
  path: '/models',
  summary: 'The one model; the endpoints below take any name for it.',
  response: z.object({ object: z.literal('list'), data: z.array(model) }),
});

const settings = z.object({
  model: z.optional(z.string()),
  /** Said by the caller, it answers the question whether it is Somali (`NOT_SOMALI`). */
  language: z.optional(z.string().check(z.regex(/^(?:so|som|somali|Somali)?$/, 'LANGUAGE_UNSUPPORTED'))),
  /** Names and terms, as own words are. */
  prompt: z.optional(z.string()),
  response_format: z.optional(z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json'], 'FORMAT_UNSUPPORTED')),
  'timestamp_granularities[]': z.optional(z.array(z.enum(['word', 'segment']))),
  stream: z.optional(z.enum(['false', 'False', '0'], 'STREAM_UNSUPPORTED')),
});
export type ProgramSettings = z.infer<typeof settings>;

const span = { start: z.number(), end: z.number(), confidence, speaker: z.optional(z.int()) };

/** `verbose_json`: what is true of OpenAI's fields, and our own beside them. */
const verboseText = z.object({
  task: z.enum(['transcribe', 'translate']),
  language: z.enum(['somali', 'english']),
  duration: z.number(),
  text: z.string(),
  segments: z.optional(z.array(z.object({ id: z.int(), text: z.string(), ...span }))),
  words: z.optional(z.array(z.object({ word: z.string(), ...span }))),
  confidence,
  engine: engineDescription,
  warnings: z.array(transcriptionWarning),
});
export type VerboseText = z.infer<typeof verboseText>;

const audio = {
  ...forPrograms,
  method: 'POST',
  form: { file: 'file', fields: settings },
  answersText: true,
  response: z.union([verboseText, z.object({ text: z.string() })]),
} as const;

export const transcribeForProgram = defineEndpoint({
  ...audio,
  path: '/audio/transcriptions',
  summary: 'A recording as Somali text. One attempt for each new recording.',
});

export const translateForProgram = defineEndpoint({
  ...audio,
  path: '/audio/translations',
  summary: 'A recording as English text. One attempt for each new recording.',
});
