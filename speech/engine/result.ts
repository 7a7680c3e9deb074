import type {
  EngineDescription,
  TranscribedSegment,
  TranscribedWord,
  TranscriptionWarning,
} from '#shared/transcript.ts';
import type { EnhancedSentence } from '../enhancement/enhance.ts';

/** Wall time of each stage in milliseconds; `translation` is absent until it has run. */
export type StageTimings = {
  decode: number;
  detection: number;
  recognition: number;
  enhancement: number;
  translation: number;
};

/**
 * What the recogniser and the enhancement made of a recording, before translation. It is plain JSON: the server saves it
 * so that a retry after a failed translation resumes here (design.md §5.8).
 */
export type RecognisedTranscript = {
  rawTranscript: string;
  transcript: string;
  transcriptConfidence: number | null;
  words: TranscribedWord[];
  /** The enhanced sentences, which the translation works through one by one. */
  sentences: EnhancedSentence[];
  /** As in the contract, `translation` still empty. */
  segments: TranscribedSegment[];
  durationSeconds: number;
  warnings: TranscriptionWarning[];
};

/** The whole result; texts and scores as in the contract of design.md §4, scores 0–10 or `null`. */
export type SpeechResult = RecognisedTranscript & {
  translation: string;
  translationConfidence: number | null;
  engine: EngineDescription;
  timings: StageTimings;
};
