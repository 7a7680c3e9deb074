import { describe, expect, it } from 'vitest';
import { initialLevelWatch, measureLevel, meterFraction, watchLevel } from './level.ts';

describe('the level meter', () => {
  it('measures a full-scale sine at −3 dBFS with its peak at 0', () => {
    const sine = Float32Array.from({ length: 1600 }, (_, at) => Math.sin((2 * Math.PI * at) / 16));
    const { rmsDbfs, peakDbfs } = measureLevel(sine);
    expect(rmsDbfs).toBeCloseTo(-3.01, 1);
    expect(peakDbfs).toBeCloseTo(0, 1);
  });

  it('measures silence as −100 dBFS, and nothing too', () => {
    expect(measureLevel(new Float32Array(100)).rmsDbfs).toBe(-100);
    expect(measureLevel(new Float32Array()).rmsDbfs).toBe(-100);
  });

  it.each([
    [-46, 1_400, 'none'],
    [-46, 1_500, 'quiet'],
    [-44, 3_000, 'none'],
  ])('at %s dBFS for %s ms says %s', (rmsDbfs, forMilliseconds, hint) => {
    const level = { rmsDbfs, peakDbfs: rmsDbfs + 10 };
    const first = watchLevel(initialLevelWatch, level, 10_000);
    expect(watchLevel(first, level, 10_000 + forMilliseconds).hint).toBe(hint);
  });

  it('forgets the quiet as soon as it hears a voice', () => {
    const quiet = { rmsDbfs: -60, peakDbfs: -50 };
    const voice = { rmsDbfs: -20, peakDbfs: -8 };
    const watch = watchLevel(watchLevel(initialLevelWatch, quiet, 0), quiet, 2_000);
    expect(watch.hint).toBe('quiet');
    expect(watchLevel(watch, voice, 2_080).hint).toBe('none');
  });

  it('warns of a peak above −1 dBFS and keeps the warning readable', () => {
    const loud = watchLevel(initialLevelWatch, { rmsDbfs: -6, peakDbfs: -0.5 }, 100);
    expect(loud.hint).toBe('loud');
    const normal = { rmsDbfs: -20, peakDbfs: -8 };
    expect(watchLevel(loud, normal, 1_000).hint).toBe('loud');
    expect(watchLevel(loud, normal, 2_000).hint).toBe('none');
  });

  it('fills the bar between −60 and 0 dBFS', () => {
    expect([-100, -60, -30, 0, 3].map(meterFraction)).toEqual([0, 0, 0.5, 1, 1]);
  });
});
