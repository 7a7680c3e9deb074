import { describe, expect, test } from 'vitest';
import { takeSpan } from '#tests/support/sound-in-memory.ts';
import { synthesiseSweep } from '#tests/support/synthesise-signals.ts';
import { findLevelWarnings, measureLevel, sumLevel } from './samples.ts';

const sampleRateHz = 16_000;
const scale = (samples: Float32Array, factor: number) => samples.map((sample) => sample * factor);

describe('measureLevel', () => {
  const sweep = synthesiseSweep(2, sampleRateHz);

  test('gives the root mean square in dBFS: a sine of amplitude 0.4 has 0.4 / √2', () => {
    expect(measureLevel([sumLevel(sweep)]).rmsDecibels).toBeCloseTo(20 * Math.log10(0.4 / Math.SQRT2), 1);
    expect(measureLevel([sumLevel(sweep)]).clippedShare).toBe(0);
  });

  test('measures speech alone, not the silence around it', () => {
    const padded = new Float32Array(10 * sampleRateHz);
    padded.set(sweep, 4 * sampleRateHz);
    const heard = sumLevel(takeSpan(padded, { startSeconds: 4, endSeconds: 6 }));
    expect(measureLevel([heard]).rmsDecibels).toBeCloseTo(measureLevel([sumLevel(sweep)]).rmsDecibels, 1);
  });

  test('warns of what is too faint and of what is clipped, and of nothing between', () => {
    expect(findLevelWarnings(measureLevel([sumLevel(sweep)]))).toEqual([]);
    expect(findLevelWarnings(measureLevel([sumLevel(scale(sweep, 0.01))]))).toEqual(['LOW_LEVEL']);
    const clipped = scale(sweep, 5).map((sample) => Math.max(-1, Math.min(1, sample)));
    expect(findLevelWarnings(measureLevel([sumLevel(clipped)]))).toEqual(['CLIPPED']);
  });

  test('hears what is faint under a constant offset, and nothing but an offset as silence', () => {
    const offset = scale(sweep, 0.01).map((sample) => sample + 0.05);
    expect(measureLevel([sumLevel(offset)]).rmsDecibels).toBeCloseTo(
      measureLevel([sumLevel(scale(sweep, 0.01))]).rmsDecibels,
      1,
    );
    expect(findLevelWarnings(measureLevel([sumLevel(offset)]))).toEqual(['LOW_LEVEL']);
    expect(measureLevel([sumLevel(new Float32Array(16_000).fill(0.25))]).rmsDecibels).toBe(-120);
  });

  test('has a number for silence and for nothing at all', () => {
    expect(measureLevel([sumLevel(new Float32Array(100))]).rmsDecibels).toBe(-120);
    expect(measureLevel([sumLevel(new Float32Array(0))])).toEqual({ rmsDecibels: -120, clippedShare: 0 });
  });
});
