import { describe, expect, it } from 'vitest';
import { countEdits } from '#shared/match-words.ts';
import { errorToScore } from '#speech/scoring/calibration.ts';
import { measureWordErrors } from './align-words.ts';
import { measureCalibrationBands, scoreToError } from './calibration-bands.ts';
import { chrF } from './chrf.ts';
import { characterErrorRate, normaliseForScoring, wordErrorRate } from './error-rate.ts';

describe('edit distance', () => {
  it('counts substitutions, insertions and deletions', () => {
    expect(countEdits([...'kitten'], [...'sitting'])).toBe(3);
    expect(countEdits([], ['a', 'b'])).toBe(2);
    expect(countEdits(['a', 'b'], [])).toBe(2);
    expect(countEdits(['waan', 'ku', 'salaamay'], ['waan', 'salaamay'])).toBe(1);
  });
});

describe('error rates', () => {
  it('leave case and punctuation out and keep the apostrophe of go’aan', () => {
    expect(normaliseForScoring('“Go’aan”, buu yiri: «HAA!»  la\u02BC.')).toBe("go'aan buu yiri haa la'");
    expect(normaliseForScoring('Qur\u2019aanka 15-ka')).toBe("qur'aanka 15 ka");
  });

  it('count words and letters over all pairs together', () => {
    const pairs = [
      { reference: 'Waan ku salaamay.', hypothesis: 'waan salaamay' },
      { reference: 'Haa', hypothesis: 'haa' },
    ];
    // One of four words; three letters with a space ("ku ") of 16 + 3.
    expect(wordErrorRate(pairs)).toBe(1 / 4);
    expect(characterErrorRate(pairs)).toBeCloseTo(3 / 19, 10);
  });

  it('hold words heard in silence against the recogniser', () => {
    expect(wordErrorRate([{ reference: '', hypothesis: 'haa haa' }])).toBe(2);
    expect(wordErrorRate([])).toBe(0);
  });
});

describe('chrF', () => {
  it('is 100 for the same text and 0 for nothing in common', () => {
    expect(chrF([{ reference: 'the cat', hypothesis: 'the cat' }])).toBeCloseTo(100, 10);
    expect(chrF([{ reference: 'abc', hypothesis: 'xyz' }])).toBe(0);
    expect(chrF([{ reference: 'abc', hypothesis: '' }])).toBe(0);
  });

  it('agrees with a count by hand', () => {
    // "abcd" against "abce": 1-grams 3/4, 2-grams 2/3, 3-grams 1/2, 4-grams 0/1, both ways; mean 23/48; equal P and R give F = P.
    expect(chrF([{ reference: 'abcd', hypothesis: 'abce' }])).toBeCloseTo((100 * 23) / 48, 8);
    // "ab" against "abab": P = (2/4 + 1/3)/2 = 5/12, R = (1 + 1)/2 = 1; F = 5PR/(4P + R) = 25/32.
    expect(chrF([{ reference: 'ab', hypothesis: 'abab' }])).toBeCloseTo((100 * 25) / 32, 8);
  });
});

describe('errors word by word', () => {
  it('finds the word said in the place of each word heard', () => {
    expect(measureWordErrors('Waan ku salaamay walaal', ['waan', 'salaamey', 'walaal', 'oo'])).toEqual([
      0,
      1 / 8,
      0,
      1,
    ]);
    expect(measureWordErrors('', ['haa'])).toEqual([1]);
    expect(measureWordErrors('haa', [])).toEqual([]);
  });
});

describe('scores', () => {
  it('say what error they promise', () => {
    for (const error of [0, 0.05, 0.1, 0.3, 0.5]) {
      expect(scoreToError(errorToScore(error, 'transcript'), 'transcript')).toBeCloseTo(error, 2);
    }
    expect(scoreToError(6, 'translation')).toBeCloseTo(0.4, 10);
  });
});

describe('calibration bands', () => {
  it('compares what scores promise with what is found, by weight', () => {
    const bands = measureCalibrationBands([
      { score: 10, expectedError: 0, observedError: 0.1, weight: 3 },
      { score: 8, expectedError: 0.04, observedError: 0.5, weight: 1 },
      { score: 7.9, expectedError: 0.06, observedError: 0 },
    ]);
    expect(bands.map(({ name, count }) => [name, count])).toEqual([
      ['high', 2],
      ['medium', 1],
      ['low', 0],
    ]);
    expect(bands[0]?.expectedError).toBeCloseTo(0.01, 10);
    expect(bands[0]?.observedError).toBeCloseTo(0.2, 10);
  });
});
