import { listDifferences } from '#shared/match-words.ts';
import { type MaskedPosteriors, type SomaliMask, splitWords } from './posteriors.ts';
import type { LanguageModel } from './prefix-beam-search.ts';

/** What one stretch of speech sounds like at one speed; its texts as classes, the likeliest first. */
export type Decoding = { posteriors: MaskedPosteriors; texts: readonly (readonly number[])[] };

/** Slower and faster voices are misheard elsewhere: three decodings together err less than any one (decision 123). */
export const decodingSpeeds = [1, 0.85, 1.18] as const;

const textsCompared = 6;

/**
 * Plays samples faster (`speed` above 1) or slower, its pitch with it, by cubic interpolation (Catmull and Rom 1974).
 * @returns a new array of `length / speed` samples; the samples themselves where `speed` is 1.
 */
export function changeSpeed(samples: Float32Array, speed: number): Float32Array {
  if (speed === 1) return samples;
  const played = new Float32Array(Math.floor(samples.length / speed));
  for (let i = 0; i < played.length; i += 1) {
    const at = Math.floor(i * speed);
    const t = i * speed - at;
    const [a, b, c, d] = [samples[at - 1] ?? 0, samples[at] ?? 0, samples[at + 1] ?? 0, samples[at + 2] ?? 0];
    played[i] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
  return played;
}

/** States less probable than this, of a frame's 1, are left out: few are alive at a time. */
const leastAlive = 1e-12;

/**
 * Natural log of the probability of a class sequence: the sum over all its paths through the frames, by the forward
 * algorithm of CTC (Graves et al. 2006), each frame's states scaled to add up to 1. −∞ where it does not fit.
 */
export function measureTextProbability(posteriors: MaskedPosteriors, classes: readonly number[]): number {
  const { logProbabilities, frameCount, classCount } = posteriors;
  const states = [0, ...classes.flatMap((label) => [label, 0])];
  let before = new Float64Array(states.length);
  let now = new Float64Array(states.length);
  before[0] = 1;
  let [first, last, logScale] = [0, 0, 0];
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = frame * classCount;
    const highest = Math.min(states.length - 1, last + 2);
    let sum = 0;
    for (let state = first; state <= highest; state += 1) {
      const label = states[state] ?? 0;
      let ways = (before[state] ?? 0) + (before[state - 1] ?? 0);
      // A blank may be skipped between two letters, unless they are the same.
      if (label !== 0 && label !== states[state - 2]) ways += before[state - 2] ?? 0;
      now[state] = ways === 0 ? 0 : ways * Math.exp(logProbabilities[row + label] ?? 0);
      sum += now[state] ?? 0;
    }
    if (sum === 0) return Number.NEGATIVE_INFINITY;
    logScale += Math.log(sum);
    for (let state = first; state <= highest; state += 1) now[state] = (now[state] ?? 0) / sum;
    before.fill(0, first, highest + 1);
    last = highest;
    while ((now[first] ?? 1) < leastAlive) now[first++] = 0;
    while ((now[last] ?? 1) < leastAlive) now[last--] = 0;
    [before, now] = [now, before];
  }
  return logScale + Math.log((before.at(-1) ?? 0) + (states.length > 1 ? (before.at(-2) ?? 0) : 0));
}

function scoreText(model: LanguageModel, classes: readonly number[]): number {
  const pathTo = (end: number) => classes.slice(Math.max(0, end - model.contextLength), end);
  const letters = classes.reduce((sum, label, at) => sum + (model.scoreNext(pathTo(at))[label] ?? 0), 0);
  return letters + (model.scoreEnd?.(pathTo(classes.length)) ?? 0);
}

/**
 * Of the texts of all decodings the one that is likeliest in their mean, by sound and language together; then, word by
 * word where the best text of a decoding differs, what is likelier still: a long stretch has more differences than texts.
 */
export function chooseText(
  decodings: readonly Decoding[],
  mask: Pick<SomaliMask, 'spaceClass'>,
  model: LanguageModel | undefined,
): readonly number[] {
  const [first = []] = decodings[0]?.texts ?? [];
  if (decodings.length < 2) return first;
  let best = { text: first, score: Number.NEGATIVE_INFINITY };
  const seen = new Set<string>();
  const consider = (text: readonly number[]) => {
    // A language model finds nothing at all likelier than a short word alone.
    const key = text.join();
    if (key === '' || seen.has(key)) return;
    seen.add(key);
    const sound = decodings.reduce((sum, { posteriors }) => sum + measureTextProbability(posteriors, text), 0);
    const score = sound / decodings.length + (model ? scoreText(model, text) : 0);
    if (score > best.score) best = { text, score };
  };
  for (const { texts } of decodings) texts.slice(0, textsCompared).forEach(consider);
  for (const { texts } of decodings) {
    const other = splitWords(texts[0] ?? [], mask);
    let words = splitWords(best.text, mask);
    const differences = listDifferences(words.map(String), other.map(String));
    // From the last to the first, so that what stands before one keeps its place.
    for (const { start, end, otherStart, otherEnd } of differences.reverse()) {
      const changed = [...words.slice(0, start), ...other.slice(otherStart, otherEnd), ...words.slice(end)];
      const text = changed.flatMap((word, at) => (at === 0 ? word : [mask.spaceClass, ...word]));
      consider(text);
      if (best.text === text) words = changed;
    }
  }
  return best.text;
}
