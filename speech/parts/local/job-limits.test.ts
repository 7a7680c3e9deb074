import { describe, expect, it } from 'vitest';
import { isStarved, limitMilliseconds } from './inference-process.ts';

describe('a job that reached its limit', () => {
  const limit = limitMilliseconds({
    kind: 'run',
    part: 'recogniser',
    input: { samples: new Float32Array(160_000), ownWords: [] },
  });

  it('was at work when its process computed most of that time, on one thread or several', () => {
    expect(isStarved(0.9 * limit, limit)).toBe(false);
    expect(isStarved(1.9 * limit, limit)).toBe(false);
  });

  it('was given no time otherwise, or where nobody knows', () => {
    expect(isStarved(0.1 * limit, limit)).toBe(true);
    expect(isStarved(undefined, limit)).toBe(true);
  });
});
