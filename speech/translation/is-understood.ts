/** What stands for a sentence most of whose words the translator has never met: it would make something up. */
export const notUnderstood = '[not understood]';

/** As unsure as a token can be: the score of such a sentence is the lowest. */
export const notUnderstoodLogProbability = -10;

/** Names and particles say little about what a translator knows. */
const minLetters = 4;
const minWords = 2;

/**
 * Whether a translator can know a sentence's words. Its tokenizer holds the words of its own training whole or in two
 * pieces; what it never met falls apart into many.
 * @param maxPiecesPerWord of the model's `config.json`; `null` for a model of wide vocabulary, which understands everything.
 */
export function isUnderstood(
  sentence: string,
  maxPiecesPerWord: number | null,
  countTokens: (text: string) => number,
): boolean {
  if (maxPiecesPerWord === null) return true;
  const words = (sentence.match(/[\p{L}']+/gu) ?? []).filter((word) => word.length >= minLetters);
  if (words.length < minWords) return true;
  const pieces = words.reduce((sum, word) => sum + countTokens(word.toLowerCase()), 0);
  return pieces / words.length <= maxPiecesPerWord;
}
