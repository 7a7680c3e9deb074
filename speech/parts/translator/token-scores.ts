function countOccurrences(ids: readonly number[], ngram: readonly number[]): number {
  let count = 0;
  for (let at = 0; at + ngram.length <= ids.length; at += 1) {
    if (ngram.every((id, i) => ids[at + i] === id)) count += 1;
  }
  return count;
}

/** Tokens that would repeat an n-gram of `path` more often than the source itself does ("1 000 000"). */
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

/** Share of the pairs of tokens that came before: 0 for a text without repetition, near 1 for a loop. */
export function measureRepetition(ids: readonly number[]): number {
  const pairs = ids.slice(1).map((id, at) => `${ids[at]} ${id}`);
  return pairs.length < 2 ? 0 : 1 - new Set(pairs).size / pairs.length;
}

/** A text that writes more than this share of its token pairs twice is taken for a loop. */
const loopRate = 0.3;

/** Repetition that the source does not explain. */
export function isLooping(ids: readonly number[], source: readonly number[]): boolean {
  return measureRepetition(ids) - measureRepetition(source) > loopRate;
}

/** The best continuations of one hypothesis, best first; the arrays are reused from row to row. */
export type RowScores = {
  ids: Int32Array;
  /** Natural logarithms over the whole vocabulary. */
  logProbabilities: Float64Array;
  count: number;
};

export function createRowScores(capacity: number): RowScores {
  return { ids: new Int32Array(capacity), logProbabilities: new Float64Array(capacity), count: 0 };
}

/** Logits this far below the best add less than 0.0006 all together, even 256,206 of them; most of a row is left out so. */
const negligible = -20;

/**
 * Log-softmax and top-k of one row of logits (up to 256,206 wide), without allocating. Probabilities are those of the whole
 * vocabulary, banned tokens included, so that a ban changes the choice and never the scores.
 * @param row is written to: the banned tokens' logits become −∞.
 * @param output takes as many candidates as it has room for.
 */
export function scoreRow(row: Float32Array, banned: Iterable<number>, output: RowScores): void {
  const bannedLogits = takeOut(row, banned);
  pickBest(row, output);
  const chosen = output.count > 0 ? (output.logProbabilities[0] ?? 0) : Number.NEGATIVE_INFINITY;
  const best = Math.max(chosen, ...bannedLogits);
  const bannedTotal = bannedLogits.reduce((sum, value) => sum + Math.exp(value - best), 0);
  const logTotal = Math.log(bannedTotal + sumShares(row, best));
  for (let i = 0; i < output.count; i += 1) {
    output.logProbabilities[i] = (output.logProbabilities[i] ?? 0) - best - logTotal;
  }
}

/** e^−x for x in steps of 1/256: a row has tens of thousands of them, and `Math.exp` takes four times as long. */
const stepsPerUnit = 256;
const powers = Float64Array.from({ length: -negligible * stepsPerUnit + 1 }, (_, step) =>
  Math.exp(-step / stepsPerUnit),
);

/** Sum of e^(logit − best), to nine digits: the nearest power, and two terms of the series for what is left. */
function sumShares(row: Float32Array, best: number): number {
  const floor = best + negligible;
  let total = 0;
  for (let i = 0; i < row.length; i += 1) {
    const value = row[i] ?? 0;
    if (value < floor) continue;
    const steps = (best - value) * stepsPerUnit;
    const step = steps | 0;
    const rest = (step - steps) / stepsPerUnit;
    total += (powers[step] ?? 0) * (1 + rest * (1 + rest / 2));
  }
  return total;
}

function takeOut(row: Float32Array, banned: Iterable<number>): number[] {
  const taken: number[] = [];
  for (const id of new Set(banned)) {
    taken.push(row[id] ?? Number.NEGATIVE_INFINITY);
    row[id] = Number.NEGATIVE_INFINITY;
  }
  return taken;
}

/** An insertion sort that drops what falls off the end: most of a wide row fails the first comparison. */
function pickBest(row: Float32Array, output: RowScores): void {
  const { ids, logProbabilities: values } = output;
  const capacity = ids.length;
  let count = 0;
  let floor = Number.NEGATIVE_INFINITY;
  for (let id = 0; id < row.length; id += 1) {
    const value = row[id] ?? 0;
    if (!(value > floor)) continue;
    let place = count < capacity ? count : capacity - 1;
    while (place > 0 && (values[place - 1] ?? 0) < value) {
      values[place] = values[place - 1] ?? 0;
      ids[place] = ids[place - 1] ?? 0;
      place -= 1;
    }
    values[place] = value;
    ids[place] = id;
    if (count < capacity) count += 1;
    if (count === capacity) floor = values[capacity - 1] ?? 0;
  }
  output.count = count;
}
