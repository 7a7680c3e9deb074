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

/** Two clusters that become one, named by one of their vectors each: `other` joins `one`. */
export type Link = { one: number; other: number; similarity: number };

function findNearestPair(similarity: readonly Float64Array[], clusters: readonly number[]): Link {
  let nearest: Link = { one: 0, other: 0, similarity: Number.NEGATIVE_INFINITY };
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

/** Average linkage by cosine, n³/6 comparisons: the links in the order in which the nearest two clusters join. */
export function linkWindows(embeddings: Embeddings): Link[] {
  const links: Link[] = [];
  const rows = Array.from({ length: embeddings.count }, (_, at) => rowOf(embeddings, at));
  const similarity = rows.map((row) => Float64Array.from(rows, (other) => cosine(row, other)));
  const sizes = new Float64Array(embeddings.count).fill(1);
  let clusters = [...rows.keys()];
  while (clusters.length > 1) {
    const link = findNearestPair(similarity, clusters);
    const { one, other } = link;
    const [big, small] = [sizes[one] ?? 1, sizes[other] ?? 1];
    clusters = clusters.filter((cluster) => cluster !== other);
    for (const cluster of clusters) {
      const row = similarity[cluster] ?? [];
      row[one] = ((row[one] ?? 0) * big + (row[other] ?? 0) * small) / (big + small);
    }
    similarity[one] = Float64Array.from(similarity, (row) => row[one] ?? 0);
    sizes[one] = big + small;
    links.push(link);
  }
  return links;
}

/** The label of each of `count` vectors when links are followed down to `threshold`, or until `clusters` are left. */
export function cutLinks(links: readonly Link[], count: number, cut: { threshold: number } | { clusters: number }) {
  const labels = Int32Array.from({ length: count }, (_, at) => at);
  const isBelow = ({ similarity }: Link, at: number) =>
    'threshold' in cut ? similarity < cut.threshold : count - at <= cut.clusters;
  const end = links.findIndex(isBelow);
  for (const { one, other } of end < 0 ? links : links.slice(0, end))
    for (const [at, label] of labels.entries()) if (label === other) labels[at] = one;
  return relabel(labels);
}
