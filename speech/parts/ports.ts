import type { TimeSpan } from '../audio/samples.ts';

/** A piece of a recording, 16 kHz mono, with what the piece before it left in the detector's memory. */
export type SoundPiece = { samples: Float32Array; memory: Float32Array | null };
/** The speech probability of each window of 32 ms, and the memory for the piece that follows. */
export type DetectedPiece = { probabilities: Float32Array; memory: Float32Array };

export type Detector = {
  /** Pieces of one recording come in order; all but the last are whole windows long, and then it is as if they were one. */
  detect(piece: SoundPiece, signal?: AbortSignal): Promise<DetectedPiece>;
};

/** A stretch in which one voice speaks: voices are numbered from 1 in the order of their first words. */
export type SpeakerTurn = TimeSpan & { speaker: number };

/** Stretches of speech, an embedding for each of their windows, and how many voices there are where a person said so. */
export type SpeakerEvidence = {
  stretches: readonly TimeSpan[];
  embeddings: Float32Array;
  /** The numbers of voices that are asked after; `undefined`: as many as there are. */
  counts: readonly (number | undefined)[];
};

/** The port of telling voices apart: sounds become embeddings, embeddings turns. */
export type SpeakerTeller = {
  /**
   * A unit vector for each window, one behind the other. `windows`: 16 kHz mono at −25 dBFS, equally long.
   * @throws {SpeechError} as a recogniser does.
   */
  embed(windows: readonly Float32Array[], signal?: AbortSignal): Promise<Float32Array>;
  /**
   * Turns in order for each count, none without speech, from the windows that `cutWindows` makes of `stretches`.
   * @throws {SpeechError} as a recogniser does.
   */
  tellTurns(found: SpeakerEvidence, signal?: AbortSignal): Promise<SpeakerTurn[][]>;
};

/** A word with times from the start of what was given; `confidence` in 0–1, raw, `null` where the engine does not tell. */
export type WordHypothesis = {
  raw: string;
  startSeconds: number;
  endSeconds: number;
  confidence: number | null;
  /** What else may have been said, the likeliest first. */
  alternatives?: string[];
};

/** What a recogniser hears, and what it should prefer to hear. */
export type HeardStretch = { samples: Float32Array; ownWords: readonly string[] };

export type RecognitionResult = {
  words: readonly WordHypothesis[];
  /** `false` when the recogniser's own numbers say that there is no speech. */
  isSpeech: boolean;
  /** Probability given to tokens that no Somali text has, in 0–1. */
  outOfAlphabetProbability: number;
  /** Natural log of the odds that the language is Somali; `null` where the recogniser does not tell. */
  somaliLogOdds: number | null;
};

export type Recogniser = {
  /** As results and the calibration file call it. */
  readonly name: string;
  /**
   * Hears one stretch of speech: 16 kHz mono samples in −1…1, at most 30 s. `ownWords`: names and terms to prefer, as
   * they are written.
   * @throws {SpeechError} `TRANSCRIPTION_CANCELLED` when the signal fires; `TRANSCRIPTION_FAILED`, `TRANSCRIPTION_TIMEOUT`
   * and `ENGINE_BUSY` as the engine meets them.
   */
  recognise(samples: Float32Array, signal?: AbortSignal, ownWords?: readonly string[]): Promise<RecognitionResult>;
};

export type TranslatedText = {
  text: string;
  /** Natural logarithms; empty where the engine does not tell them. */
  tokenLogProbabilities: readonly number[];
  /** It ran into a length limit, so its end is missing. */
  isCut: boolean;
};

export type Translator = {
  /** As results and the calibration file call it. */
  readonly name: string;
  /**
   * Translates one Somali sentence. `isPatient`: what is asked of the same models beside it goes first, for some seconds.
   * @throws {SpeechError} as a recogniser does.
   */
  translate(sentence: string, signal?: AbortSignal, isPatient?: boolean): Promise<TranslatedText>;
};
