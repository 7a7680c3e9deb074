/** What may be written around a word; its letters are nobody's to change. */
export type WordMarks = {
  /** What stands after it. */
  mark: '' | ',' | '.' | '?';
  /** Places of the letters that are written large. */
  capitals: readonly number[];
  /** A sentence ends with it. */
  ends: boolean;
};

/** What a punctuation model can be right about. */
export const markKinds = ['end', 'comma', 'question', 'capital'] as const;
export type MarkKind = (typeof markKinds)[number];

/** A model's marks, and the kinds of them that it is trusted with. */
export type Punctuation = { marks: WordMarks[]; trusted: MarkKind[] };

/** The port of punctuation by a model. */
export type Punctuator = {
  /**
   * Marks for lower-case words, one for each, empty where it has nothing to say.
   * @throws {SpeechError} as a recogniser does.
   */
  punctuate(words: readonly string[], signal?: AbortSignal): Promise<Punctuation>;
};
