import type {
  EngineDescription,
  SpeechEngineState,
  TranscribedSegment,
  TranscribedWord,
  TranscriptionWarning,
  TranslatedAgain,
} from '#shared/transcript.ts';
import type { SoundChoice } from '../audio/ffmpeg/decoder.ts';
import type { LevelSums, TimeSpan } from '../audio/samples.ts';
import type { SpeakerTurn, TranslatedText } from '../parts/ports.ts';
import type { LanguageEvidence } from '../parts/recogniser/features.ts';
import type { WeightedConfidence } from '../scoring/score-transcript.ts';
import type { EnhancedSentence } from '../somali/enhance.ts';
import type { CorrectedTranscript, TranslateAgainOptions } from './translate-again.ts';

/** What the engine tells while it works, in this order; `recognition` and `translation` come once per segment. */
export type SpeechEvent =
  | { stage: 'audio'; durationSeconds: number; speechSeconds: number }
  | { stage: 'recognition'; text: string; progress: number }
  | { stage: 'enhancement'; text: string }
  | { stage: 'translation'; text: string; progress: number };

/** One stretch of speech as it was heard; times from the start of the recording. */
export type RecognisedStretch = {
  words: TranscribedWord[];
  confidences: WeightedConfidence[];
  evidence: LanguageEvidence;
  level: LevelSums;
};

/** What of the file was heard, for the stored recording, and what of it was not. Not of releases before 0.3. */
type HeardSound = { sound?: SoundChoice; losses?: TranscriptionWarning[] };

/**
 * What is done of a recording, for another run to go on from; plain JSON. In this order: the stretches of speech once,
 * then those that were heard, who spoke, and sentences with their English as they came.
 */
export type SavedPart =
  | ({ kind: 'speech'; durationSeconds: number; stretches: TimeSpan[]; tight: TimeSpan[] } & HeardSound)
  | { kind: 'heard'; recogniser: string; from: number; stretches: RecognisedStretch[] }
  | { kind: 'turns'; turns: SpeakerTurn[]; ifCounted?: SpeakerTurn[][] }
  | { kind: 'english'; translator: string; from: number; sentences: (TranslatedText & { source: string })[] };

export type TranscribeOptions = {
  /** Ends the work at once, decode and inference included; the promise rejects with `TRANSCRIPTION_CANCELLED`. */
  signal?: AbortSignal;
  /** `progress` runs from 0 to 1 within its stage; `text` is all the text of that stage so far. */
  onEvent?: (event: SpeechEvent) => void;
  /** The longest sound accepted; else as the settings say. Longer ones fail with `AUDIO_TOO_LONG` before recognition. */
  maxSeconds?: number;
  /** Where decoded sound is kept for the next run on the same recording; else it goes when the work ends. */
  workFolder?: string;
  /** All that earlier runs saved, in order: it is not done again. */
  saved?: readonly SavedPart[];
  /**
   * Called with what is to be kept, after each slice of about a minute; the work goes on when it resolves, and ends where
   * `signal` has fired meanwhile. Of a short recording once, when it is heard; `isLong`: it has several slices.
   */
  onSaved?: (parts: readonly SavedPart[], isLong: boolean) => Promise<void>;
  /** How many voices there are, where a person has said so; 1: they are not told apart. */
  voices?: number;
  /** Names and terms of the speaker's own, as they are to be written: preferred, kept as they are, names in the English, too. */
  ownWords?: readonly string[];
  /** The caller knows better: no `NOT_SOMALI`, only the warning. */
  acceptsAnyLanguage?: boolean;
};

/**
 * Speech in, Somali text and English out. One engine a process. Its methods may be called concurrently: recordings share
 * the models segment by segment; how many at a time is for the caller to bound.
 */
export type SpeechEngine = {
  /**
   * Runs the pipeline on an audio file of any accepted container.
   * @throws {SpeechError} `ENGINE_NOT_READY` at once; the others as the work meets them.
   */
  transcribe(audioPath: string, options?: TranscribeOptions): Promise<SpeechResult>;
  /**
   * Makes the English of a transcript that a person corrected.
   * @throws {SpeechError} `ENGINE_NOT_READY` at once; the others as the work meets them.
   */
  translateAgain(corrected: CorrectedTranscript, options?: TranslateAgainOptions): Promise<TranslatedAgain>;
  /**
   * Re-encodes a recording for storage: OGG/Opus, 16 kHz mono, about 24 kbit/s, without any of the original's metadata.
   * `maxSeconds`: what it was transcribed with, else as the settings say; `sound`: what was heard of it.
   * @throws {SpeechError} as `transcribe` does for audio that cannot be read.
   */
  encodeForStorage(
    audioPath: string,
    outputPath: string,
    options?: { signal?: AbortSignal; maxSeconds?: number; sound?: SoundChoice | undefined },
  ): Promise<void>;
  getState(): SpeechEngineState;
  /** Ends running work with `TRANSCRIPTION_CANCELLED` and every child process. */
  close(): Promise<void>;
};

export const timedStages = ['decode', 'detection', 'recognition', 'speakers', 'enhancement', 'translation'] as const;
/** Wall time of each stage in milliseconds; 0 for one that has not run. */
export type StageTimings = Record<(typeof timedStages)[number], number>;

/** What the recogniser and the enhancement made of a recording, before translation. */
export type RecognisedTranscript = {
  rawTranscript: string;
  transcript: string;
  transcriptConfidence: number | null;
  words: TranscribedWord[];
  sentences: EnhancedSentence[];
  /** As in the contract, `translation` still empty. */
  segments: TranscribedSegment[];
  durationSeconds: number;
  /** The speakers of the words, a digit a word, if there are 2, 3, … 6 voices; empty where that was not asked after. */
  speakersIfCounted?: string[];
  sound?: SoundChoice;
  warnings: TranscriptionWarning[];
};

/** The whole result; texts and scores as in the contract of design.md §4, scores 0–10 or `null`. */
export type SpeechResult = RecognisedTranscript & {
  translation: string;
  translationConfidence: number | null;
  engine: EngineDescription;
  timings: StageTimings;
};
