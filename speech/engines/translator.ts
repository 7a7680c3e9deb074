/** `tokenLogProbabilities` (natural logarithm) is empty where the engine does not tell them. */
export type TranslatedText = { text: string; tokenLogProbabilities: readonly number[] };

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
