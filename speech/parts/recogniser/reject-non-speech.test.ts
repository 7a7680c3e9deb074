import { expect, it } from 'vitest';
import type { RecognitionFeatures } from './features.ts';
import { isSpeech } from './features.ts';

/** As measured on eight seconds of clear speech. */
const speech: RecognitionFeatures = {
  durationSeconds: 8,
  outOfAlphabetProbability: 0.02,
  meanEntropy: 0.08,
  charactersPerSecond: 10,
  meanConfidence: 0.24,
  wordCount: 14,
  somaliLogOdds: null,
};

it('accepts clear speech, noisy speech and one short word', () => {
  expect(isSpeech(speech)).toBe(true);
  expect(isSpeech({ ...speech, meanEntropy: 0.28, charactersPerSecond: 5.8 })).toBe(true);
  expect(isSpeech({ ...speech, durationSeconds: 0.7, charactersPerSecond: 2.9, wordCount: 1 })).toBe(true);
});

it('accepts somebody who speaks slowly and is understood', () => {
  expect(isSpeech({ ...speech, charactersPerSecond: 2.6 })).toBe(true);
});

it.each([
  ['silence', { wordCount: 0, charactersPerSecond: 0 }],
  [
    'a song: a few doubtful letters over many seconds',
    { durationSeconds: 16, charactersPerSecond: 2.4, meanConfidence: 0.04 },
  ],
  ['a hum', { durationSeconds: 2, charactersPerSecond: 0.5, wordCount: 1 }],
  ['guessing', { meanEntropy: 0.6 }],
  ['probability on other scripts', { outOfAlphabetProbability: 0.97 }],
])('rejects %s', (_, change) => {
  expect(isSpeech({ ...speech, ...change })).toBe(false);
});
