import { expect, it } from 'vitest';
import { isTooSlow } from './journey.ts';

it.each([
  [0.01, 3_000, false],
  [0.01, 5_000, true],
  [0.05, 5_000, false],
  [0, 5_000, true],
  [1, 119_000, false],
])('%s sent after %s ms: too slow for the 120 s time-out? %s', (fraction, elapsed, expected) => {
  expect(isTooSlow(fraction, elapsed)).toBe(expected);
});
