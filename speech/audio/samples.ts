import type { TranscriptionWarning } from '#shared/transcript.ts';

/** The rate that all of speech/ works at; one channel, float32, full scale ±1. */
export const sampleRateHz = 16_000;

export type TimeSpan = { startSeconds: number; endSeconds: number };

export function sumSpanSeconds(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
}

export const frameSeconds = 0.02;
const frameSamples = frameSeconds * sampleRateHz;
/** Digital silence is not minus infinity here, so that levels can be averaged. */
const floorDecibels = -120;

function toDecibels(meanSquare: number): number {
  return meanSquare > 0 ? Math.max(floorDecibels, 10 * Math.log10(meanSquare)) : floorDecibels;
}

function meanSquare(samples: Float32Array, start = 0, end = samples.length): number {
  let sum = 0;
  for (let index = start; index < end; index++) {
    const sample = samples[index] ?? 0;
    sum += sample * sample;
  }
  return end > start ? sum / (end - start) : 0;
}

/** Level of each 20 ms frame in dBFS (0 = full-scale square wave); the last frame may be shorter. */
export function measureFrameLevels(samples: Float32Array): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / frameSamples));
  for (let frame = 0; frame < levels.length; frame++) {
    const start = frame * frameSamples;
    levels[frame] = toDecibels(meanSquare(samples, start, Math.min(start + frameSamples, samples.length)));
  }
  return levels;
}

/** Phone recordings of near speech lie around −25 dBFS; at −45 the codec's own noise is near. */
const lowLevelDecibels = -45;
/** Lossy codecs round the tops of clipped waves, so a little below full scale counts. */
const clippedFrom = 0.985;
/** One sample in a thousand: a few single peaks are harmless, this many are heard. */
const clippedShareLimit = 0.001;

export type LevelSums = { energy: number; clipped: number; count: number };

/** Of 16 kHz mono samples, full scale ±1; a constant offset (DC) is none of it. */
export function sumLevel(samples: Float32Array): LevelSums {
  const count = samples.length;
  let sum = 0;
  let clipped = 0;
  for (let index = 0; index < count; index++) {
    const sample = samples[index] ?? 0;
    sum += sample;
    if (Math.abs(sample) >= clippedFrom) clipped++;
  }
  return { energy: meanSquare(samples) * count - sum ** 2 / Math.max(1, count), clipped, count };
}

/** Level in dBFS (a full-scale square wave is 0), and the share of samples at or beyond full scale. */
export function measureLevel(stretches: readonly LevelSums[]) {
  const sum = (key: keyof LevelSums) => stretches.reduce((total, stretch) => total + stretch[key], 0);
  const count = Math.max(1, sum('count'));
  return { rmsDecibels: toDecibels(sum('energy') / count), clippedShare: sum('clipped') / count };
}

export function findLevelWarnings(level: ReturnType<typeof measureLevel>): TranscriptionWarning[] {
  const warnings: TranscriptionWarning[] = [];
  if (level.rmsDecibels < lowLevelDecibels) warnings.push('LOW_LEVEL');
  if (level.clippedShare > clippedShareLimit) warnings.push('CLIPPED');
  return warnings;
}
