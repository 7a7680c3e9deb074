/** Unit vectors, one behind the other. */
export type Embeddings = { values: Float32Array; size: number; count: number };

export const rowOf = ({ values, size }: Embeddings, at: number): Float32Array =>
  values.subarray(at * size, (at + 1) * size);

/** Cosine of two unit vectors. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** Labels 0…n−1 in place of any others, in their order. */
export function relabel(labels: ArrayLike<number>): Int32Array {
  const known = [...new Set(Array.from(labels))].sort((one, other) => one - other);
  const places = new Map(known.map((label, at) => [label, at]));
  return Int32Array.from(labels, (label) => places.get(label) ?? 0);
}

type Merge = { similarity: number; into: number; from: number };

/** A similarity that no two vectors have: of a row with itself, and of one that has been merged. */
const none = -9;

/** All merges of average linkage by cosine, by the nearest-neighbour chain: n²/2 similarities, n² steps. */
function listMerges({ count, ...embeddings }: Embeddings): Merge[] {
  const similarity = new Float64Array(count * count).fill(none);
  for (let row = 0; row < count; row++)
    for (let column = 0; column < row; column++) {
      const value = cosine(rowOf({ ...embeddings, count }, row), rowOf({ ...embeddings, count }, column));
      similarity[row * count + column] = value;
      similarity[column * count + row] = value;
    }
  const sizes = new Float64Array(count).fill(1);
  const isAlive = new Uint8Array(count).fill(1);
  const at = (row: number, column: number) => similarity[row * count + column] ?? none;
  const findNearest = (row: number) => {
    let nearest = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let column = 0; column < count; column++) {
      const value = isAlive[column] && column !== row ? at(row, column) : none;
      if (value > highest) [nearest, highest] = [column, value];
    }
    return nearest;
  };
  const join = (into: number, from: number) => {
    const [big, small] = [sizes[into] ?? 0, sizes[from] ?? 0];
    for (let column = 0; column < count; column++) {
      const value = (at(into, column) * big + at(from, column) * small) / (big + small);
      similarity[into * count + column] = value;
      similarity[column * count + into] = value;
    }
    similarity[into * count + into] = none;
    sizes[into] = big + small;
    isAlive[from] = 0;
  };
  const merges: Merge[] = [];
  const chain: number[] = [];
  while (merges.length < count - 1) {
    if (chain.length === 0) chain.push(isAlive.indexOf(1));
    const last = chain.at(-1) ?? 0;
    const before = chain.at(-2);
    const nearest = findNearest(last);
    if (before === undefined || at(last, before) < at(last, nearest)) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    merges.push({ similarity: at(last, before), into: last, from: before });
    join(last, before);
  }
  return merges.sort((one, other) => other.similarity - one.similarity);
}

/**
 * Average linkage of unit vectors by cosine (Müllner 2011, nearest-neighbour chain): the clusters whose mean cosine is at
 * least `threshold`, or exactly `clusters` of them. A label for each vector.
 */
export function linkWindows(embeddings: Embeddings, cut: { threshold: number } | { clusters: number }): Int32Array {
  const parents = Int32Array.from({ length: embeddings.count }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  const merges = listMerges(embeddings);
  const taken =
    'clusters' in cut
      ? merges.slice(0, Math.max(0, embeddings.count - cut.clusters))
      : merges.filter(({ similarity }) => similarity >= cut.threshold);
  for (const { into, from } of taken) parents[rootOf(from)] = rootOf(into);
  return relabel(parents.map((_, index) => rootOf(index)));
}
