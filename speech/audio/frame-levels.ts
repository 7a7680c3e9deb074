import { sampleRateHz } from './ffmpeg-arguments.ts';

export const frameSeconds = 0.02;
const frameSamples = frameSeconds * sampleRateHz;
/** Digital silence is not minus infinity here, so that levels can be averaged. */
const floorDecibels = -120;

export function toDecibels(meanSquare: number): number {
  return meanSquare > 0 ? Math.max(floorDecibels, 10 * Math.log10(meanSquare)) : floorDecibels;
}

export function meanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length > 0 ? sum / samples.length : 0;
}

/** Level of each 20 ms frame in dBFS (0 = full-scale square wave); the last frame may be shorter. */
export function measureFrameLevels(samples: Float32Array): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / frameSamples));
  for (let frame = 0; frame < levels.length; frame++) {
    const start = frame * frameSamples;
    levels[frame] = toDecibels(meanSquare(samples.subarray(start, start + frameSamples)));
  }
  return levels;
}
