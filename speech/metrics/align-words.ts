import { countEdits } from './count-edits.ts';
import { normaliseForScoring } from './error-rate.ts';

/**
 * The error of each word heard, in [0, 1]: letters to be changed over the letters of the word that was said in its place
 * (at most 1), and 1 for a word where nothing was said. Words are aligned with the least letters changed.
 * @param reference what was said.
 * @param words what was heard, word by word.
 */
export function measureWordErrors(reference: string, words: readonly string[]): number[] {
  const said = normaliseForScoring(reference).split(' ').filter(Boolean);
  const heard = words.map(normaliseForScoring);
  const errors = heard.map((word) => said.map((other) => wordError(other, word)));
  const costs = fillCosts(errors, said.length);
  const result = new Array<number>(heard.length).fill(1);
  let i = heard.length;
  let j = said.length;
  while (i > 0 && j > 0) {
    const error = errors[i - 1]?.[j - 1] ?? 1;
    const cost = costs[i]?.[j] ?? 0;
    if (cost === (costs[i - 1]?.[j - 1] ?? 0) + error) {
      result[i - 1] = error;
      i -= 1;
      j -= 1;
    } else if (cost === (costs[i - 1]?.[j] ?? 0) + 1) i -= 1;
    else j -= 1;
  }
  return result;
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
