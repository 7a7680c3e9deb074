import { mediumConfidenceFrom } from '#shared/limits.ts';
import { notUnderstood } from '../translation/is-understood.ts';

/** What a transcript loses that is unknown from end to end. */
const mostDoubt = 2;
const highestOfDoubtful = mediumConfidenceFrom - 0.1;

/**
 * A transcript most of whose words the translator never met was mostly misheard: it reads lower by the share of its letters
 * in such sentences, though no lower than the top of Low for that alone (a name nobody knows is no error).
 */
export function doubtUnknownWords(
  score: number | null,
  sentences: readonly { source: string; translation: string }[],
): number | null {
  const countLetters = (counted: typeof sentences) => counted.reduce((sum, { source }) => sum + source.length, 0);
  const unknown = countLetters(sentences.filter(({ translation }) => translation === notUnderstood));
  if (score === null || unknown === 0 || score <= highestOfDoubtful) return score;
  const doubt = (mostDoubt * unknown) / countLetters(sentences);
  return Math.round(Math.max(highestOfDoubtful, score - doubt) * 10) / 10;
}
