import { describe, expect, it } from 'vitest';
import { measureLevel, meterFraction } from './level.ts';

describe('the level meter', () => {
  it('measures a full-scale sine at −3 dBFS', () => {
    const sine = Float32Array.from({ length: 1600 }, (_, at) => Math.sin((2 * Math.PI * at) / 16));
    expect(measureLevel(sine)).toBeCloseTo(-3.01, 1);
  });

  it('measures silence as −100 dBFS, and nothing too', () => {
    expect(measureLevel(new Float32Array(100))).toBe(-100);
    expect(measureLevel(new Float32Array())).toBe(-100);
  });

  it('fills the bar between −60 and 0 dBFS', () => {
    expect([-100, -60, -30, 0, 3].map(meterFraction)).toEqual([0, 0, 0.5, 1, 1]);
  });
});
