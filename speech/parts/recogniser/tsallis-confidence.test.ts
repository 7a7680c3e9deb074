import { expect, it } from 'vitest';
import { measureFrameConfidence, measureFrameEntropy } from './posteriors.ts';

const row = (...probabilities: number[]) => Float32Array.from(probabilities, Math.log);

it('is 1 for one certain class and 0 for an even share', () => {
  expect(measureFrameConfidence(row(1, 0, 0, 0))).toBeCloseTo(1, 6);
  expect(measureFrameConfidence(row(0.25, 0.25, 0.25, 0.25))).toBeCloseTo(0, 6);
  expect(measureFrameEntropy(row(1, 0, 0, 0))).toBe(0);
  expect(measureFrameEntropy(row(0.25, 0.25, 0.25, 0.25))).toBeCloseTo(1, 6);
});

it('agrees with the formula worked out by hand', () => {
  // Two classes, p = 0.9 and 0.1: Σp^.33 = 0.96583 + 0.46774 = 1.43357; H = 0.64712; Hmax = (2^.67 − 1)/.67 = 0.88219.
  expect(measureFrameConfidence(row(0.9, 0.1))).toBeCloseTo(
    (Math.exp(-0.64712) - Math.exp(-0.88219)) / (1 - Math.exp(-0.88219)),
    3,
  );
});

it('falls as a rival grows', () => {
  const values = [0.01, 0.1, 0.2, 0.4].map((rival) => measureFrameConfidence(row(1 - rival, rival, 0, 0)));
  expect(values).toEqual([...values].sort((a, b) => b - a));
});
