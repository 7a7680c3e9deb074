import { expect, it } from 'vitest';
import { attemptsTone } from './attempts-tone.ts';

it.each([
  [10, 'green'],
  [4, 'green'],
  [3, 'yellow'],
  [2, 'yellow'],
  [1, 'red'],
  [0, 'red'],
] as const)('shows %i attempts in %s (spec §2)', (attempts, tone) => {
  expect(attemptsTone(attempts)).toBe(tone);
});
