import { expect, it } from 'vitest';
import { judgeLanguage } from './features.ts';

const stretch = (somaliLogOdds: number | null, seconds = 4, outOfAlphabetProbability = 0) => ({
  seconds,
  somaliLogOdds,
  outOfAlphabetProbability,
});

it('is sure of another language only over enough speech', () => {
  expect(judgeLanguage([stretch(5)])).toBe('somali');
  expect(judgeLanguage([stretch(-6)])).toBe('other');
  expect(judgeLanguage([stretch(-6, 1)])).toBe('unsure');
  expect(judgeLanguage([stretch(-1.5)])).toBe('unsure');
});

it('weighs stretches by their length: a greeting in English before Somali is no other language', () => {
  expect(judgeLanguage([stretch(-5, 2), stretch(3, 20)])).toBe('somali');
  expect(judgeLanguage([stretch(4, 1), stretch(-6, 20)])).toBe('other');
});

it('goes by the letters alone where the network does not tell', () => {
  expect(judgeLanguage([stretch(null)])).toBe('somali');
  expect(judgeLanguage([stretch(null, 4, 0.6)])).toBe('unsure');
  expect(judgeLanguage([])).toBe('somali');
});
