// What a recording becomes: the nouns of the product, which the engine makes, the contract carries and the pages show.

/** 0–10, one decimal; `null` where the engine cannot know (design.md §5.13). */
export type Confidence = number | null;

/**
 * One recognised word. `raw` is as heard; `text` is what the enhancement made of it: `''` when it was taken out or
 * merged into the word before, so that the non-empty `text`s joined by spaces are the enhanced transcript.
 */
export type TranscribedWord = {
  raw: string;
  text: string;
  startSeconds: number;
  endSeconds: number;
  confidence: Confidence;
  /** What else may have been said, the likeliest first; only where the recogniser tells. */
  alternatives?: string[] | undefined;
};

/** One stretch of speech between pauses, with its own texts; segments are in order and do not overlap. */
export type TranscribedSegment = {
  startSeconds: number;
  endSeconds: number;
  rawTranscript: string;
  transcript: string;
  translation: string;
  /** Of the words' recognition. */
  confidence: Confidence;
  /** Of this English alone, without what the transcript's doubts add; not in results of before. */
  translationConfidence?: Confidence | undefined;
};

/** English that the engine made of a corrected transcript; its segments have the corrected texts. */
export type TranslatedAgain = {
  translation: string;
  translationConfidence: Confidence;
  segments: TranscribedSegment[];
};

/** The texts as their owner corrected them. */
export type Correction = {
  transcript: string;
  translation: string;
  /** The Somali that the English belongs to: where it is another than `transcript`, the English is out of date. */
  translationOf: string;
  /** The engine's latest English of a corrected transcript. */
  again?: TranslatedAgain | undefined;
};

/** Who answered: shown with every result (design.md §5.13). */
export type EngineDescription = {
  recogniser: string;
  translator: string;
  isStarter: boolean;
  isCalibrated: boolean;
};

/** Things worth telling a reader about a result. */
export const transcriptionWarnings = [
  'STARTER_MODELS',
  'UNCALIBRATED',
  'OTHER_LANGUAGE_LIKELY',
  'LOW_LEVEL',
  'CLIPPED',
] as const;
export type TranscriptionWarning = (typeof transcriptionWarnings)[number];
