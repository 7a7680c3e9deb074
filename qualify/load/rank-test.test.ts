import { describe, expect, it } from 'vitest';
import { compareSamples } from './rank-test.ts';

/** Numbers without a pattern, the same in every run. */
function* spread(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield 20 + (state / 2_147_483_647) * 10;
}
const sample = (seed: number, shift = 0) => {
  const values = spread(seed);
  return Array.from({ length: 200 }, () => (values.next().value as number) + shift);
};

describe('the test of two samples', () => {
  it('finds a shift that it says it can find, and its size', () => {
    const { detectable } = compareSamples(sample(1), sample(2));
    expect(detectable).toBeGreaterThan(0.3);
    expect(detectable).toBeLessThan(2);
    const found = compareSamples(sample(1, 2 * detectable), sample(2));
    expect(found.p).toBeLessThan(0.01);
    expect(found.interval[0]).toBeLessThan(2 * detectable);
    expect(found.interval[1]).toBeGreaterThan(2 * detectable);
  });

  it('finds nothing between a sample and itself', () => {
    const same = compareSamples(sample(7), sample(7));
    expect([same.z, same.shift]).toEqual([0, 0]);
    expect(same.p).toBeCloseTo(1, 5);
  });
});
