import { sampleRateHz } from './format.ts';

export const frameSeconds = 0.02;
const frameSamples = frameSeconds * sampleRateHz;
/** Digital silence is not minus infinity here, so that levels can be averaged. */
const floorDecibels = -120;

export function toDecibels(meanSquare: number): number {
  return meanSquare > 0 ? Math.max(floorDecibels, 10 * Math.log10(meanSquare)) : floorDecibels;
}

export function meanSquare(samples: Float32Array, start = 0, end = samples.length): number {
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
