import { describe, expect, it } from 'vitest';
import { interpolate } from '#speech/scoring/calibration.ts';
import { fitCalibration } from './fit-calibration.ts';
import { fitRecogniser, fitTranslator } from './fit-engines.ts';

describe('fitting', () => {
  it('finds the falling step that lies behind noise', () => {
    const pairs = Array.from({ length: 400 }, (_, i) => ({
      raw: i / 400,
      error: (i < 200 ? 0.4 : 0.1) + ((i * 7) % 11) / 100,
    }));
    const breakpoints = fitCalibration(pairs);
    expect(interpolate(breakpoints, 0.1)).toBeCloseTo(0.45, 1);
    expect(interpolate(breakpoints, 0.9)).toBeCloseTo(0.15, 1);
    expect(breakpoints.length).toBeLessThanOrEqual(13);
    const errors = breakpoints.map(([, error]) => error);
    expect(errors).toEqual([...errors].sort((a, b) => b - a));
  });

  it('pools what rises into one level: a confidence that says nothing gives the mean error', () => {
    const pairs = Array.from({ length: 40 }, (_, i) => ({ raw: i / 40, error: i / 40 }));
    expect(fitCalibration(pairs)).toEqual([[0.4875, 0.4875]]);
  });

  it('keeps equal raw values together and respects weights', () => {
    const pairs = Array.from({ length: 30 }, (_, i) => ({ raw: 1, error: i % 2, weight: i % 2 ? 3 : 1 }));
    expect(fitCalibration(pairs)).toEqual([[1, 0.75]]);
  });

  it('refuses to conclude from a handful', () => {
    expect(() => fitCalibration([{ raw: 1, error: 0 }])).toThrow(RangeError);
  });
});

describe('fitting engines', () => {
  it('learns how wrong words of each confidence are, and how wrong whole texts', () => {
    const clips = Array.from({ length: 60 }, (_, i) => {
      const isSure = i % 2 === 0;
      const confidence = (isSure ? 0.9 : 0.2) + i / 1000;
      return {
        reference: 'nabad badan',
        words: ['nabad', isSure ? 'badan' : 'qadin'].map((raw) => ({ raw, confidence })),
      };
    });
    const { word, transcript } = fitRecogniser(clips);
    expect(interpolate(word, 0.95)).toBe(0);
    // One word right and one with two of five letters wrong; two of eleven letters of the text.
    expect(interpolate(word, 0.2)).toBeCloseTo(0.2, 2);
    expect(interpolate(transcript, 0.2)).toBeCloseTo(2 / 11, 2);
  });

  it('learns how far translations of each confidence are from a person’s', () => {
    const pairs = Array.from({ length: 40 }, (_, i) => ({
      source: 'Nabad, walaal.',
      reference: 'Peace, brother.',
      text: i % 2 ? 'Peace, brother.' : 'Xyz.',
      tokenLogProbabilities: [i % 2 ? -0.05 - i / 1000 : -1 - i / 100],
    }));
    const { sentence } = fitTranslator([...pairs, { source: '', reference: '', text: '', tokenLogProbabilities: [] }]);
    expect(interpolate(sentence, 0.95)).toBe(0);
    expect(interpolate(sentence, 0.2)).toBeGreaterThan(0.9);
  });
});
