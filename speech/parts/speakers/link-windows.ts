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

type Pair = { one: number; other: number; similarity: number };

function findNearestPair(similarity: readonly Float64Array[], clusters: readonly number[]): Pair {
  let nearest: Pair = { one: 0, other: 0, similarity: Number.NEGATIVE_INFINITY };
  for (const [at, one] of clusters.entries()) {
    const row = similarity[one] ?? [];
    for (let before = 0; before < at; before++) {
      const other = clusters[before] ?? 0;
      const value = row[other] ?? 0;
      if (value > nearest.similarity) nearest = { one, other, similarity: value };
    }
  }
  return nearest;
}

/**
 * Average linkage of unit vectors by cosine: the nearest two clusters become one for as long as their mean cosine is at
 * least `threshold`, or until `clusters` of them are left. A label for each vector. n³/6 comparisons.
 */
export function linkWindows(embeddings: Embeddings, cut: { threshold: number } | { clusters: number }): Int32Array {
  const labels = Int32Array.from({ length: embeddings.count }, (_, at) => at);
  const rows = Array.from(labels, (at) => rowOf(embeddings, at));
  const similarity = rows.map((row) => Float64Array.from(rows, (other) => cosine(row, other)));
  const sizes = new Float64Array(embeddings.count).fill(1);
  let clusters = [...labels];
  while (clusters.length > ('clusters' in cut ? cut.clusters : 1)) {
    const pair = findNearestPair(similarity, clusters);
    if ('threshold' in cut && pair.similarity < cut.threshold) break;
    const { one, other } = pair;
    const [big, small] = [sizes[one] ?? 1, sizes[other] ?? 1];
    clusters = clusters.filter((cluster) => cluster !== other);
    for (const cluster of clusters) {
      const row = similarity[cluster] ?? [];
      row[one] = ((row[one] ?? 0) * big + (row[other] ?? 0) * small) / (big + small);
    }
    similarity[one] = Float64Array.from(similarity, (row) => row[one] ?? 0);
    sizes[one] = big + small;
    for (const [at, label] of labels.entries()) if (label === other) labels[at] = one;
  }
  return relabel(labels);
}
