/** How often `ids` holds `ngram`, overlaps included. */
function countOccurrences(ids: readonly number[], ngram: readonly number[]): number {
  let count = 0;
  for (let at = 0; at + ngram.length <= ids.length; at += 1) {
    if (ngram.every((id, i) => ids[at + i] === id)) count += 1;
  }
  return count;
}

/**
 * Tokens that would write an n-gram of `path` once more. What the source itself repeats ("1 000 000", a telephone
 * number) may come as often as it does there.
 */
export function findRepeatingTokens(path: readonly number[], source: readonly number[], size: number): Set<number> {
  const banned = new Set<number>();
  if (size < 1 || path.length < size) return banned;
  const stem = path.slice(path.length - size + 1);
  for (let at = 0; at + size <= path.length; at += 1) {
    const next = path[at + size - 1];
    if (next === undefined || banned.has(next) || stem.some((id, i) => path[at + i] !== id)) continue;
    const ngram = [...stem, next];
    if (countOccurrences(path, ngram) >= Math.max(1, countOccurrences(source, ngram))) banned.add(next);
  }
  return banned;
}

/** Share of the n-grams that came before: 0 for a text without repetition, near 1 for a loop. */
export function measureRepetition(ids: readonly number[], size = 2): number {
  const total = ids.length - size + 1;
  if (total < 2) return 0;
  const seen = new Set<string>();
  for (let at = 0; at < total; at += 1) seen.add(ids.slice(at, at + size).join(' '));
  return 1 - seen.size / total;
}

/** A text that writes more than this share of its token pairs twice is taken for a loop. */
const loopRate = 0.3;

/** Repetition that the source does not explain. */
export function isLooping(ids: readonly number[], source: readonly number[]): boolean {
  return measureRepetition(ids) - measureRepetition(source) > loopRate;
}
