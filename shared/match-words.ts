/** Beyond this two texts are not compared whole. */
const mostComparisons = 10_000_000;
/** Long texts agree again where three words in a row are the same, and have nothing in common further apart than this. */
const widestGap = 1_500;

/** Pairs (at in `from`, at in `to`) of a longest common subsequence of two word lists; most corrections change little. */
export function matchWords(from: readonly string[], to: readonly string[]): [number, number][] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const middle = alignDifferent(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  return [
    ...Array.from({ length: head }, (_, at): [number, number] => [at, at]),
    ...middle.map(([one, other]): [number, number] => [head + one, head + other]),
    ...Array.from({ length: tail }, (_, at): [number, number] => [from.length - tail + at, to.length - tail + at]),
  ];
}

function alignDifferent(from: readonly string[], to: readonly string[]): [number, number][] {
  if (from.length * to.length > mostComparisons) return alignInSteps(from, to);
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        from[row] === to[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < from.length && column < to.length) {
    if (from[row] === to[column]) pairs.push([row++, column++]);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** How many words further on in each list both agree again, by the fewest words left out. */
function findAgreement(from: readonly string[], to: readonly string[]): [number, number] | undefined {
  const agree = (one: number, other: number) => [0, 1, 2].every((at) => from[one + at] === to[other + at]);
  for (let left = 1; left <= Math.min(widestGap, from.length + to.length); left += 1)
    for (let one = 0; one <= left; one += 1) if (agree(one, left - one)) return [one, left - one];
  return undefined;
}

/** Of long texts that differ in a few places: only what lies between two agreements is compared. */
function alignInSteps(from: readonly string[], to: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  while (one < from.length && other < to.length) {
    if (from[one] === to[other]) {
      pairs.push([one++, other++]);
      continue;
    }
    const gap = findAgreement(from.slice(one, one + widestGap + 3), to.slice(other, other + widestGap + 3));
    if (gap === undefined) break;
    const between = alignDifferent(from.slice(one, one + gap[0]), to.slice(other, other + gap[1]));
    for (const [first, second] of between) pairs.push([one + first, other + second]);
    one += gap[0];
    other += gap[1];
  }
  return pairs;
}

/** Where two word lists differ: of the one `start` to `end`, of the other `otherStart` to `otherEnd`, in their order. */
export function listDifferences(words: readonly string[], others: readonly string[]) {
  const same = matchWords(words, others);
  const gaps = [...same, [words.length, others.length] as const].map(([end, otherEnd], at) => {
    const [before, otherBefore] = same[at - 1] ?? [-1, -1];
    return { start: before + 1, end, otherStart: otherBefore + 1, otherEnd };
  });
  return gaps.filter(({ start, end, otherStart, otherEnd }) => start < end || otherStart < otherEnd);
}

/** Levenshtein distance: each substitution, insertion and deletion counts one. Works on letters and on words. */
export function countEdits<Unit>(reference: readonly Unit[], hypothesis: readonly Unit[]): number {
  let above = Array.from({ length: hypothesis.length + 1 }, (_, j) => j);
  for (const [i, wanted] of reference.entries()) {
    const row = [i + 1];
    for (const [j, found] of hypothesis.entries()) {
      const replaced = (above[j] ?? 0) + (wanted === found ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    above = row;
  }
  return above[hypothesis.length] ?? 0;
}
