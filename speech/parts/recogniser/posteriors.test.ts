import { describe, expect, it } from 'vitest';
import { buildSomaliMask, loadTokens, maskPosteriors } from './posteriors.ts';
import { normaliseSamples } from './recogniser.ts';

const mask = buildSomaliMask(loadTokens('<s> 0\n<pad> 1\n  2\na 3\nA 4\np 5\n\u0436 6\n'));

function posteriorsOf(row: number[]) {
  const posteriors = maskPosteriors({ data: Float32Array.from(row), frameCount: 1, vocabularySize: 7 }, mask);
  return {
    probabilities: [...posteriors.logProbabilities].map(Math.exp),
    mass: posteriors.outOfAlphabetProbability[0],
  };
}

describe('masked posteriors', () => {
  it('adds up to 1 over the allowed classes, tokens of one text together', () => {
    const { probabilities } = posteriorsOf([0, 9, 0, 0, 0, Number.NEGATIVE_INFINITY, 9]);
    expect(mask.texts).toEqual(['', ' ', 'a', 'p']);
    expect(probabilities.map((p) => Number(p.toFixed(4)))).toEqual([0.25, 0.25, 0.5, 0]);
  });

  it('penalises p by e^-2.5 without banning it', () => {
    const none = Number.NEGATIVE_INFINITY;
    const { probabilities } = posteriorsOf([none, none, none, 0, none, 0, none]);
    expect(probabilities[3]).toBeCloseTo(Math.exp(-2.5) / (1 + Math.exp(-2.5)), 5);
    expect(posteriorsOf([0, 0, 0, 0, 0, 8, 0]).probabilities[3]).toBeGreaterThan(0.9);
  });

  it('tells the share of probability outside the mask', () => {
    expect(posteriorsOf([0, 0, 0, 0, 0, 0, 0]).mass).toBeCloseTo(2 / 7, 4);
    expect(posteriorsOf([0, 0, 0, 0, 0, 0, Math.log(94)]).mass).toBeCloseTo(0.95, 2);
    expect(posteriorsOf([0, -900, 0, 0, 0, 0, -900]).mass).toBeCloseTo(0, 6);
    expect(posteriorsOf([0, 0, 0, 0, 0, 0, 1e6]).mass).toBe(1);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('makes no words of a network that answers %d', (broken) => {
    expect(() => posteriorsOf([0, 0, 0, broken, 0, 0, 0])).toThrow(/TRANSCRIPTION_FAILED/);
  });

  it('refuses tokens that are more than the network has', () => {
    expect(() => maskPosteriors({ data: new Float32Array(4), frameCount: 1, vocabularySize: 4 }, mask)).toThrow(
      /ENGINE_NOT_READY/,
    );
  });
});

describe('normalised samples', () => {
  it('have mean 0 and variance 1, whatever the level', () => {
    const samples = Float32Array.from({ length: 1600 }, (_, i) => 0.2 + 0.1 * Math.sin(i / 9));
    const normalised = normaliseSamples(samples);
    const mean = normalised.reduce((sum, value) => sum + value, 0) / normalised.length;
    const variance = normalised.reduce((sum, value) => sum + (value - mean) ** 2, 0) / normalised.length;
    expect(mean).toBeCloseTo(0, 5);
    expect(variance).toBeCloseTo(1, 2);
    expect(samples[0]).toBeCloseTo(0.2, 5);
  });

  it('leave silence silent and pad what is too short for one frame', () => {
    expect(normaliseSamples(new Float32Array(800)).every((value) => value === 0)).toBe(true);
    expect(normaliseSamples(new Float32Array(10)).length).toBe(400);
  });
});
