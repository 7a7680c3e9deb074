import { newClauseWords } from '../somali/clauses.ts';

/** How good a cut before `words[at]` is: the lower the better; cuts near the middle win among equals. */
function rateCut(words: readonly string[], at: number): number {
  const before = words[at - 1] ?? '';
  const word = (words[at] ?? '').toLowerCase();
  const offCentre = Math.abs(at - words.length / 2) / words.length;
  if (/[;:.!?…]$/.test(before)) return offCentre;
  if (/,$/.test(before)) return offCentre + 0.1;
  if (newClauseWords.has(word)) return offCentre + 0.2;
  return offCentre + 1;
}

function halveWord(word: string): string[] {
  const letters = [...word];
  const middle = Math.ceil(letters.length / 2);
  return letters.length < 2 ? [] : [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

/**
 * Cuts a sentence that is too long to translate well into pieces of at most `maxTokens`, at punctuation, else before a
 * connecting word, else in the middle. The pieces joined by spaces are the sentence, but for a word that is too long by
 * itself (a thousand letters without a space): that is halved like the rest, since the network takes no more.
 */
export function splitLongSentence(
  sentence: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): string[] {
  const words = sentence.split(/\s+/).filter(Boolean);
  if (words.length === 0 || countTokens(sentence) <= maxTokens) return words.length > 0 ? [words.join(' ')] : [];
  if (words.length === 1)
    return halveWord(words[0] ?? '').flatMap((half) => splitLongSentence(half, maxTokens, countTokens));
  const places = words.slice(1).map((_, index) => index + 1);
  const best = places.reduce((a, b) => (rateCut(words, b) < rateCut(words, a) ? b : a));
  return [words.slice(0, best), words.slice(best)].flatMap((half) =>
    splitLongSentence(half.join(' '), maxTokens, countTokens),
  );
}
