import { describe, expect, it } from 'vitest';
import { findRepeatingTokens, measureRepetition } from './token-scores.ts';

describe('the repetition guard', () => {
  it('bans the token that would write an n-gram again', () => {
    expect([...findRepeatingTokens([1, 2, 3, 9, 1, 2], [], 3)]).toEqual([3]);
    expect([...findRepeatingTokens([1, 2, 3, 9, 1], [], 3)]).toEqual([]);
  });

  it('allows what the source repeats, as often as it does', () => {
    const source = [7, 7, 7, 7];
    expect([...findRepeatingTokens([7, 7], source, 2)]).toEqual([]);
    expect([...findRepeatingTokens([7, 7, 7], source, 2)]).toEqual([]);
    expect([...findRepeatingTokens([7, 7, 7, 7], source, 2)]).toEqual([7]);
  });

  it('can be turned off', () => {
    expect(findRepeatingTokens([1, 1, 1, 1], [], 0).size).toBe(0);
  });
});

describe('measuring repetition', () => {
  it('is 0 without repetition and near 1 in a loop', () => {
    expect(measureRepetition([1, 2, 3, 4, 5])).toBe(0);
    expect(measureRepetition([])).toBe(0);
    expect(measureRepetition(new Array(50).fill(3))).toBeGreaterThan(0.9);
  });
});
