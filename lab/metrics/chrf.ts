import type { TextPair } from './error-rate.ts';

const longestNgram = 6;
/** Recall counts twice as much as precision. */
const beta = 2;

/**
 * chrF, 0–100: the F-score of character n-grams of length 1 to 6, precision and recall averaged over the lengths, recall
 * weighted β = 2. Whitespace is left out; case and punctuation count. Counts are summed over all pairs.
 *
 *     chrF = 100 · (1 + β²) · P · R / (β² · P + R)
 *
 * Source: Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation" (W15-3049).
 */
export function chrF(pairs: readonly TextPair[]): number {
  let precision = 0;
  let recall = 0;
  let lengths = 0;
  for (let length = 1; length <= longestNgram; length += 1) {
    const { matches, referenceCount, hypothesisCount } = countMatches(pairs, length);
    if (referenceCount === 0 || hypothesisCount === 0) continue;
    precision += matches / hypothesisCount;
    recall += matches / referenceCount;
    lengths += 1;
  }
  if (precision + recall === 0) return 0;
  const [p, r] = [precision / lengths, recall / lengths];
  return (100 * (1 + beta ** 2) * p * r) / (beta ** 2 * p + r);
}

function countMatches(pairs: readonly TextPair[], length: number) {
  let matches = 0;
  let referenceCount = 0;
  let hypothesisCount = 0;
  for (const { reference, hypothesis } of pairs) {
    const wanted = countNgrams(reference, length);
    const found = countNgrams(hypothesis, length);
    for (const [ngram, count] of found) matches += Math.min(count, wanted.get(ngram) ?? 0);
    referenceCount += sum(wanted);
    hypothesisCount += sum(found);
  }
  return { matches, referenceCount, hypothesisCount };
}

function countNgrams(text: string, length: number): Map<string, number> {
  const letters = [...text.replace(/\s+/g, '')];
  const counts = new Map<string, number>();
  for (let start = 0; start + length <= letters.length; start += 1) {
    const ngram = letters.slice(start, start + length).join('');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0);
