import type { TimeSpan } from '../../audio/samples.ts';
import { cosine, type Embeddings, rowOf } from './link-windows.ts';

export const frameSeconds = 0.1;
/** The likeness that a change of voice must gain, and the share of it that is asked across a pause. */
const changePrice = 0.7;
const pauseShare = 0.5;
/** A frame at the very edge of a window counts this much of one in its middle. */
const leastWeight = 0.05;
/** Borders of windows and stretches are sums of fractions. */
const slackSeconds = 0.01;

/** A voice for each tenth of a second of speech: its middle, its label, and how much nearer that voice was than the others. */
export type FrameLabels = { middles: Float64Array; labels: Int32Array; margins: Float64Array };

type Frames = { middles: number[]; likeness: Float64Array[]; isFirst: boolean[] };

/** For each frame the mean likeness to every voice of the windows over it, nearer ones weighing more. */
function measureFrames(stretches: readonly TimeSpan[], windows: readonly TimeSpan[], scores: Float64Array[]): Frames {
  const frames: Frames = { middles: [], likeness: [], isFirst: [] };
  const voices = scores[0]?.length ?? 0;
  let from = 0;
  for (const stretch of stretches) {
    while ((windows[from]?.endSeconds ?? Number.POSITIVE_INFINITY) <= stretch.startSeconds - slackSeconds) from++;
    const near: { middle: number; half: number; score: Float64Array }[] = [];
    for (let at = from; at < windows.length; at++) {
      const { startSeconds = 0, endSeconds = 0 } = windows[at] ?? {};
      if (startSeconds >= stretch.endSeconds + slackSeconds) break;
      const half = (endSeconds - startSeconds) / 2;
      near.push({ middle: startSeconds + half, half, score: scores[at] ?? new Float64Array(voices) });
    }
    const count = Math.ceil((stretch.endSeconds - stretch.startSeconds) / frameSeconds - 0.5);
    for (let frame = 0; frame < count; frame++) {
      const middle = stretch.startSeconds + frameSeconds / 2 + frame * frameSeconds;
      const likeness = new Float64Array(voices);
      let total = 0;
      for (const window of near) {
        const distance = Math.abs(middle - window.middle);
        if (distance > window.half) continue;
        const weight = Math.max(leastWeight, 1 - distance / window.half);
        total += weight;
        for (let voice = 0; voice < voices; voice++)
          likeness[voice] = (likeness[voice] ?? 0) + weight * (window.score[voice] ?? 0);
      }
      frames.middles.push(middle);
      frames.likeness.push(total > 0 ? likeness.map((sum) => sum / total) : likeness);
      frames.isFirst.push(frame === 0);
    }
  }
  return frames;
}

const indexOfHighest = (values: Float64Array) => values.indexOf(Math.max(...values));

/** The best sequence of voices where a change has a price (Viterbi 1967). */
function findBestPath({ likeness, isFirst }: Frames): Int32Array {
  let score = Float64Array.from(likeness[0] ?? []);
  const cameFrom: Int32Array[] = [];
  for (const [frame, values] of likeness.entries()) {
    if (frame === 0) continue;
    const best = indexOfHighest(score);
    const changed = (score[best] ?? 0) - changePrice * (isFirst[frame] ? pauseShare : 1);
    cameFrom.push(Int32Array.from(score, (stayed, voice) => (stayed >= changed ? voice : best)));
    score = score.map((stayed, voice) => Math.max(stayed, changed) + (values[voice] ?? 0));
  }
  const labels = new Int32Array(likeness.length);
  labels[likeness.length - 1] = indexOfHighest(score);
  for (let frame = likeness.length - 1; frame > 0; frame--)
    labels[frame - 1] = cameFrom[frame - 1]?.[labels[frame] ?? 0] ?? 0;
  return labels;
}

/**
 * Which voice speaks in each tenth of a second of speech. `stretches` and `windows` in seconds, in order; `centroids`: a
 * unit vector a voice.
 */
export function labelFrames(
  stretches: readonly TimeSpan[],
  windows: readonly TimeSpan[],
  embeddings: Embeddings,
  centroids: readonly Float64Array[],
): FrameLabels {
  const scores = windows.map((_, at) => {
    const row = rowOf(embeddings, at);
    return Float64Array.from(centroids, (centroid) => cosine(row, centroid));
  });
  const frames = measureFrames(stretches, windows, scores);
  const labels = frames.middles.length > 0 ? findBestPath(frames) : new Int32Array();
  const margins = Float64Array.from(frames.likeness, (values, frame) => {
    const own = labels[frame] ?? 0;
    const others = values.filter((_, voice) => voice !== own);
    return others.length > 0 ? (values[own] ?? 0) - Math.max(...others) : 1;
  });
  return { middles: Float64Array.from(frames.middles), labels, margins };
}
