import { sumSpanSeconds, type TimeSpan } from '../../audio/samples.ts';
import type { VoiceWindow } from './cut-windows.ts';
import { type Frame, frameSeconds, labelFrames } from './label-frames.ts';
import { cosine, cutLinks, type Embeddings, type Link, linkWindows, relabel, rowOf } from './link-windows.ts';

/** Mean cosine from which windows are first taken together. */
const linkageThreshold = 0.45;
/** A first cluster of less speech is spread over the others. */
const leastClusterSeconds = 1.2;
/** Two voices nearer than this are one. */
const sameVoiceCosine = 0.6;
/** A voice must have this much speech, or this share of all up to the cap; the nearer to another, the more. */
const leastVoice = { seconds: 3.5, share: 0.08, capSeconds: 12, kneeCosine: 0.5, secondsPerCosine: 40 };
/** Among three and more, a voice with less speech than this is spread at once. */
const leastOfManySeconds = 1.5;
/** A window of which this share is one voice counts for that voice's centroid. */
const pureShare = 0.85;
/** Longer recordings are grouped by every n-th window, the rest follow by the nearest centroid. */
const mostLinkedWindows = 1_000;

type Sound = { stretches: readonly TimeSpan[]; windows: readonly VoiceWindow[]; embeddings: Embeddings };
/** With the links of its windows, of every n-th one where there are many: the same for each number of voices. */
export type LinkedSound = Sound & { linked: Embeddings; links: readonly Link[] };

export function linkSound(sound: Sound): LinkedSound {
  const { embeddings } = sound;
  const step = Math.ceil(embeddings.count / mostLinkedWindows);
  if (step <= 1) return { ...sound, linked: embeddings, links: linkWindows(embeddings) };
  const count = Math.ceil(embeddings.count / step);
  const values = new Float32Array(count * embeddings.size);
  for (let at = 0; at < count; at++) values.set(rowOf(embeddings, at * step), at * embeddings.size);
  const linked = { values, size: embeddings.size, count };
  return { ...sound, linked, links: linkWindows(linked) };
}

function countVoices(labels: Int32Array): number {
  return labels.reduce((most, label) => Math.max(most, label + 1), 0);
}

/** The mean of each voice's windows, of its pure ones where there are two. */
function findCentroids(embeddings: Embeddings, labels: Int32Array, isPure: Uint8Array): Float64Array[] {
  return Array.from({ length: countVoices(labels) }, (_, voice) => {
    const own = [...labels.keys()].filter((window) => labels[window] === voice);
    const pure = own.filter((window) => isPure[window]);
    const sum = new Float64Array(embeddings.size);
    for (const window of pure.length >= 2 ? pure : own)
      for (const [index, value] of rowOf(embeddings, window).entries()) sum[index] = (sum[index] ?? 0) + value;
    const length = Math.sqrt(cosine(sum, sum)) || 1;
    return sum.map((value) => value / length);
  });
}

/** The voice whose centroid is nearest to a vector, `except` one. */
function findNearest(vector: ArrayLike<number>, centroids: readonly Float64Array[], except = -1): number {
  let nearest = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [voice, centroid] of centroids.entries()) {
    const value = cosine(vector, centroid);
    if (voice !== except && value > highest) [nearest, highest] = [voice, value];
  }
  return nearest;
}

const everyWindow = ({ count }: Embeddings) => new Uint8Array(count).fill(1);

function spreadVoice(embeddings: Embeddings, labels: Int32Array, voice: number, centroids: Float64Array[]): Int32Array {
  return relabel(
    labels.map((label, window) => (label === voice ? findNearest(rowOf(embeddings, window), centroids, voice) : label)),
  );
}

const indexOfLowest = (values: Float64Array) => values.indexOf(Math.min(...values));

/** The first grouping: average linkage; windows that were not linked follow the nearest centroid. */
function group({ embeddings, linked, links }: LinkedSound, cut: Parameters<typeof cutLinks>[2]): Int32Array {
  const labels = cutLinks(links, linked.count, cut);
  if (linked === embeddings) return labels;
  const centroids = findCentroids(linked, labels, everyWindow(linked));
  return relabel(
    Int32Array.from({ length: embeddings.count }, (_, at) => findNearest(rowOf(embeddings, at), centroids)),
  );
}

function startLabels(sound: LinkedSound, voices: number | undefined): Int32Array {
  const { embeddings, windows } = sound;
  let labels = group(sound, { threshold: linkageThreshold });
  while (countVoices(labels) > 1) {
    const seconds = new Float64Array(countVoices(labels));
    for (const [at, { speechSeconds }] of windows.entries())
      seconds[labels[at] ?? 0] = (seconds[labels[at] ?? 0] ?? 0) + speechSeconds;
    const smallest = indexOfLowest(seconds);
    if ((seconds[smallest] ?? 0) >= leastClusterSeconds) break;
    labels = spreadVoice(embeddings, labels, smallest, findCentroids(embeddings, labels, everyWindow(embeddings)));
  }
  return voices && countVoices(labels) < voices ? group(sound, { clusters: voices }) : labels;
}

/** A voice for each window by the frames inside it, and whether nearly all of these are of one. */
function labelWindows({ windows }: Sound, before: Int32Array, frames: readonly Frame[]) {
  const isPure = new Uint8Array(windows.length);
  let from = 0;
  const found = Int32Array.from(windows, ({ startSeconds, endSeconds }, at) => {
    while ((frames[from]?.middle ?? Number.POSITIVE_INFINITY) <= startSeconds) from++;
    const counts = new Float64Array(countVoices(before));
    let all = 0;
    for (; (frames[from + all]?.middle ?? Number.POSITIVE_INFINITY) < endSeconds; all++)
      counts[frames[from + all]?.voice ?? 0] = (counts[frames[from + all]?.voice ?? 0] ?? 0) + 1;
    if (all === 0) counts[before[at] ?? 0] = 1;
    const most = Math.max(...counts);
    isPure[at] = most / Math.max(1, all) >= pureShare ? 1 : 0;
    return counts.indexOf(most);
  });
  return { found, isPure };
}

function findNearestPair(centroids: readonly Float64Array[]): { one: number; other: number; likeness: number } {
  let nearest = { one: 0, other: 1, likeness: Number.NEGATIVE_INFINITY };
  for (const [one, centroid] of centroids.entries())
    for (const [other, second] of centroids.entries()) {
      const likeness = other > one ? cosine(centroid, second) : Number.NEGATIVE_INFINITY;
      if (likeness > nearest.likeness) nearest = { one, other, likeness };
    }
  return nearest;
}

const joinVoices = (labels: Int32Array, into: number, from: number) =>
  relabel(labels.map((label) => (label === from ? into : label)));

type Grouping = { labels: Int32Array; isPure: Uint8Array; isDone: boolean };

function improve(sound: Sound, { labels, isPure }: Grouping, least: number, wanted?: number): Grouping {
  const { embeddings } = sound;
  const before = findCentroids(embeddings, labels, isPure);
  const frames = labelFrames(sound.stretches, sound.windows, embeddings, before);
  const voices = before.length;
  const { found, isPure: pureNow } = labelWindows(sound, labels, frames);
  const next = (changed: Int32Array, isDone = false) => ({ labels: changed, isPure: pureNow, isDone });
  if (wanted && voices <= wanted) return next(relabel(found), true);
  const seconds = new Float64Array(voices);
  for (const { voice } of frames) seconds[voice] = (seconds[voice] ?? 0) + frameSeconds;
  const smallest = indexOfLowest(seconds);
  const smallestSeconds = seconds[smallest] ?? 0;
  const leastNow = wanted || voices <= 2 ? least : Math.min(least, leastOfManySeconds);
  if (!found.includes(smallest) || smallestSeconds < leastNow)
    return next(spreadVoice(embeddings, found, smallest, before));
  const centroids = findCentroids(embeddings, found, pureNow);
  const { one, other, likeness } = findNearestPair(centroids);
  const asked = least + leastVoice.secondsPerCosine * Math.max(0, likeness - leastVoice.kneeCosine);
  const isSame = likeness > sameVoiceCosine || Math.min(seconds[one] ?? 0, seconds[other] ?? 0) < asked;
  if (wanted || isSame) return next(joinVoices(found, one, other));
  if (smallestSeconds >= least) return next(found, true);
  return next(joinVoices(found, findNearest(centroids[smallest] ?? [], centroids, smallest), smallest));
}

/**
 * Who speaks in which tenth of a second: average linkage of the windows' embeddings, then in turn a Viterbi pass over the
 * speech and the joining of voices that are too near or too short, until nothing changes. `wanted`: how many voices the
 * listener knows of.
 */
export function tellVoices(sound: LinkedSound, wanted?: number): Frame[] {
  const { embeddings, stretches } = sound;
  if (embeddings.count === 0) return [];
  const { seconds, share, capSeconds } = leastVoice;
  const least = Math.max(seconds, Math.min(capSeconds, share * sumSpanSeconds(stretches)));
  let grouping: Grouping = {
    labels: embeddings.count < 2 ? new Int32Array(1) : startLabels(sound, wanted),
    isPure: everyWindow(embeddings),
    isDone: false,
  };
  while (!grouping.isDone && countVoices(grouping.labels) > 1) grouping = improve(sound, grouping, least, wanted);
  const centroids = findCentroids(embeddings, grouping.labels, grouping.isPure);
  return labelFrames(stretches, sound.windows, embeddings, centroids);
}
