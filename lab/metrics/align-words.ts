import { countEdits } from '#shared/match-words.ts';
import { normaliseForScoring, toScoredWords } from './error-rate.ts';

/** A word said and the word heard in its place; `null` where nothing was said, or nothing was heard. */
export type AlignedWord = {
  said: string | null;
  heard: string | null;
  /** Letters to be changed over the letters said, at most 1; 1 where either is lacking. */
  error: number;
};

/** Aligns two rows of words with the least letters changed. */
export function alignWords(said: readonly string[], heard: readonly string[]): AlignedWord[] {
  const errors = heard.map((word) => said.map((other) => wordError(other, word)));
  const costs = fillCosts(errors, said.length);
  const aligned: AlignedWord[] = [];
  let i = heard.length;
  let j = said.length;
  while (i > 0 || j > 0) {
    const error = errors[i - 1]?.[j - 1];
    const cost = costs[i]?.[j] ?? 0;
    if (error !== undefined && cost === (costs[i - 1]?.[j - 1] ?? 0) + error) {
      i -= 1;
      j -= 1;
      aligned.push({ said: said[j] ?? null, heard: heard[i] ?? null, error });
    } else if (i > 0 && (j === 0 || cost === (costs[i - 1]?.[j] ?? 0) + 1)) {
      i -= 1;
      aligned.push({ said: null, heard: heard[i] ?? null, error: 1 });
    } else {
      j -= 1;
      aligned.push({ said: said[j] ?? null, heard: null, error: 1 });
    }
  }
  return aligned.reverse();
}

/**
 * The error of each word heard, in [0, 1]: letters to be changed over the letters of the word that was said in its place
 * (at most 1), and 1 for a word where nothing was said.
 * @param reference what was said.
 * @param words what was heard, word by word.
 */
export function measureWordErrors(reference: string, words: readonly string[]): number[] {
  const aligned = alignWords(toScoredWords(reference), words.map(normaliseForScoring));
  return aligned.flatMap(({ heard, error }) => (heard === null ? [] : [error]));
}

const wordError = (said: string, heard: string): number =>
  Math.min(1, countEdits([...said], [...heard]) / Math.max(1, said.length));

/** `costs[i][j]`: least sum of errors that turns the first `j` words said into the first `i` heard. */
function fillCosts(errors: readonly number[][], saidCount: number): number[][] {
  const costs = [Array.from({ length: saidCount + 1 }, (_, j) => j)];
  for (const [i, row] of errors.entries()) {
    const above = costs[i] ?? [];
    const next = [i + 1];
    for (const [j, error] of row.entries()) {
      next.push(Math.min((above[j] ?? 0) + error, (above[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    costs.push(next);
  }
  return costs;
}
