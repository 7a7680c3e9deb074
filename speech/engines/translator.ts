export type TranslatedText = {
  text: string;
  /** Natural logarithms; empty where the engine does not tell them. */
  tokenLogProbabilities: readonly number[];
  /** It ran into a length limit, so its end is missing. */
  isCut: boolean;
};

/** The port of translation from Somali into English. */
export type Translator = {
  /** As results and the calibration file call it. */
  readonly name: string;
  /**
   * Translates one Somali sentence.
   * @throws {SpeechError} as a recogniser does.
   */
  translate(sentence: string, signal?: AbortSignal): Promise<TranslatedText>;
};
