// What a recording becomes: the nouns of the product, which the engine makes, the contract carries and the pages show.
import * as z from 'zod/mini';
import { isPlain } from './contract/plain-text.ts';
import { confidenceMax, speakerNameMaxCharacters, speakersMax } from './limits.ts';

/** 0–10, one decimal; `null` where the engine cannot know (design.md §5.13). */
export const confidence = z.nullable(z.number().check(z.minimum(0), z.maximum(confidenceMax)));

/** The number of the voice, from 1 in the order of being heard; only where two or more were told apart. */
const speaker = z.optional(z.int().check(z.minimum(1), z.maximum(speakersMax)));

/**
 * One recognised word. `raw` is as heard; `text` is what the enhancement made of it: `''` when it was taken out or
 * merged into the word before, so that the non-empty `text`s joined by spaces are the enhanced transcript.
 */
export const transcribedWord = z.object({
  raw: z.string(),
  text: z.string(),
  startSeconds: z.number(),
  endSeconds: z.number(),
  confidence,
  /** What else may have been said, the likeliest first; only where the recogniser tells. */
  alternatives: z.optional(z.array(z.string())),
  speaker,
});
export type TranscribedWord = z.infer<typeof transcribedWord>;

/** One stretch of speech between pauses, with its own texts; segments are in order and do not overlap. */
export const transcribedSegment = z.object({
  startSeconds: z.number(),
  endSeconds: z.number(),
  rawTranscript: z.string(),
  transcript: z.string(),
  translation: z.string(),
  confidence,
  /** Of this English alone, without what the transcript's doubts add; not in results of before. */
  translationConfidence: z.optional(confidence),
  speaker,
});
export type TranscribedSegment = z.infer<typeof transcribedSegment>;

/** English that the engine made of a corrected transcript; its segments have the corrected texts. */
const translatedAgain = z.object({
  translation: z.string(),
  translationConfidence: confidence,
  segments: z.array(transcribedSegment),
});
export type TranslatedAgain = z.infer<typeof translatedAgain>;

export const correction = z.object({
  transcript: z.string(),
  translation: z.string(),
  /** The Somali that the English belongs to: where it is another than `transcript`, the English is out of date. */
  translationOf: z.string(),
  again: z.optional(translatedAgain),
});
export type Correction = z.infer<typeof correction>;

/** The speaker of every word, a digit a word; 0 for none. */
export const wordSpeakers = z.string().check(z.maxLength(1_000_000), z.regex(/^[0-9]*$/));

const speakerName = z
  .string()
  .check(z.maxLength(speakerNameMaxCharacters, 'NAME_TOO_LONG'), ...isPlain('TEXT_UNUSABLE'));

export const speakers = z.object({
  /** Of speaker 1, 2, …; empty for one without a name. */
  names: z.array(speakerName).check(z.maxLength(speakersMax)),
  /** In place of what the engine told. */
  words: z.optional(wordSpeakers),
});
export type Speakers = z.infer<typeof speakers>;

/** Who answered: shown with every result (design.md §5.13). */
export const engineDescription = z.object({
  recogniser: z.string(),
  translator: z.string(),
  isStarter: z.boolean(),
  isCalibrated: z.boolean(),
});
export type EngineDescription = z.infer<typeof engineDescription>;

export const engineState = z.object({
  state: z.enum(['starting', 'downloading', 'ready', 'failed']),
  /** `null` until it is known which models will answer. */
  description: z.nullable(engineDescription),
  downloadedBytes: z.int(),
  totalBytes: z.int(),
  /** For the operator: why a full model is not there yet, or a calibration that cannot be read. */
  problem: z.optional(z.string()),
});
export type SpeechEngineState = z.infer<typeof engineState>;

export const transcriptionWarning = z.enum([
  'PART_MISSING',
  'OTHER_TRACKS',
  'STARTER_MODELS',
  'UNCALIBRATED',
  'OTHER_LANGUAGE_LIKELY',
  'NOT_UNDERSTOOD',
  'LOW_LEVEL',
  'CLIPPED',
]);
export type TranscriptionWarning = z.infer<typeof transcriptionWarning>;
