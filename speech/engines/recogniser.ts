/** A word with times from the start of what was given; `confidence` in 0–1, raw, `null` where the engine does not tell. */
export type HeardWord = { raw: string; startSeconds: number; endSeconds: number; confidence: number | null };

export type HeardSpan = {
  words: readonly HeardWord[];
  /** `false` when the recogniser's own numbers say that nobody spoke. */
  isSpeech: boolean;
  /** Probability given to tokens that no Somali text has, in 0–1. */
  maskedOutMass: number;
  /** Natural log of the odds that the language is Somali; `null` where the recogniser does not tell. */
  somaliLogOdds: number | null;
};

/** The port of speech recognition. */
export type Recogniser = {
  /** As results and the calibration file call it. */
  readonly name: string;
  /**
   * Hears one stretch of speech: 16 kHz mono samples in −1…1, at most 30 s.
   * @throws {SpeechError} `TRANSCRIPTION_CANCELLED` when the signal fires; `TRANSCRIPTION_FAILED`, `TRANSCRIPTION_TIMEOUT`
   * and `ENGINE_BUSY` as the engine meets them.
   */
  recognise(samples: Float32Array, signal?: AbortSignal): Promise<HeardSpan>;
};
