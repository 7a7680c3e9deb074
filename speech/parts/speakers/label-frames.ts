import type { TimeSpan } from '../../audio/samples.ts';
import { cosine, type Embeddings, rowOf } from './link-windows.ts';

export const frameSeconds = 0.1;
/** The likeness that a change of voice must gain, and the share of it that is asked across a pause. */
const changePrice = 0.7;
const pauseShare = 0.5;
/** A frame at the very edge of a window counts this much of one in its middle. */
const leastWeight = 0.05;

/** A tenth of a second of speech, and whose it is. */
export type Frame = { middle: number; voice: number };

/** Of a stretch the first one may be of another voice for less; `weight`: of the windows whose likeness is summed. */
type Measured = { middle: number; isFirst: boolean; weight: number; likeness: Float64Array };

/** For each frame the likeness to every voice of the windows over it, nearer ones weighing more. */
function measureFrames(stretches: readonly TimeSpan[], windows: readonly TimeSpan[], scores: Float64Array[]) {
  const frames = stretches.flatMap(({ startSeconds, endSeconds }) =>
    Array.from({ length: Math.ceil((endSeconds - startSeconds) / frameSeconds - 0.5) }, (_, at): Measured => {
      const middle = startSeconds + frameSeconds / 2 + at * frameSeconds;
      return { middle, isFirst: at === 0, weight: 0, likeness: new Float64Array(scores[0]?.length ?? 0) };
    }),
  );
  let from = 0;
  for (const [at, { startSeconds, endSeconds }] of windows.entries()) {
    const half = (endSeconds - startSeconds) / 2;
    while ((frames[from]?.middle ?? Number.POSITIVE_INFINITY) < startSeconds) from++;
    for (const frame of frames.slice(from, from + Math.ceil((2 * half) / frameSeconds) + 1)) {
      if (frame.middle > endSeconds) break;
      const weight = Math.max(leastWeight, 1 - Math.abs(frame.middle - startSeconds - half) / half);
      frame.weight += weight;
      frame.likeness = frame.likeness.map((sum, voice) => sum + weight * (scores[at]?.[voice] ?? 0));
    }
  }
  return frames;
}

const indexOfHighest = (values: Float64Array) => values.indexOf(Math.max(...values));

/** The best sequence of voices where a change has a price (Viterbi 1967). */
function findBestPath(frames: readonly Measured[]): Int32Array {
  let score = frames[0]?.likeness ?? new Float64Array();
  const cameFrom: Int32Array[] = [];
  for (const { likeness, isFirst } of frames.slice(1)) {
    const best = indexOfHighest(score);
    const changed = (score[best] ?? 0) - changePrice * (isFirst ? pauseShare : 1);
    cameFrom.push(Int32Array.from(score, (stayed, voice) => (stayed >= changed ? voice : best)));
    score = score.map((stayed, voice) => Math.max(stayed, changed) + (likeness[voice] ?? 0));
  }
  const path = new Int32Array(frames.length).fill(indexOfHighest(score));
  for (let at = frames.length - 1; at > 0; at--) path[at - 1] = cameFrom[at - 1]?.[path[at] ?? 0] ?? 0;
  return path;
}

/** The voice of each tenth of a second. Stretches and windows in seconds, in order; `centroids`: unit vectors. */
export function labelFrames(
  stretches: readonly TimeSpan[],
  windows: readonly TimeSpan[],
  embeddings: Embeddings,
  centroids: readonly Float64Array[],
): Frame[] {
  const scores = windows.map((_, at) =>
    Float64Array.from(centroids, (centroid) => cosine(rowOf(embeddings, at), centroid)),
  );
  const frames = measureFrames(stretches, windows, scores);
  for (const frame of frames) frame.likeness = frame.likeness.map((sum) => sum / (frame.weight || 1));
  const path = findBestPath(frames);
  return frames.map(({ middle }, at) => ({ middle, voice: path[at] ?? 0 }));
}
