import { expect, it } from 'vitest';
import { letterMask as mask } from '#tests/support/make-posteriors.ts';
import { findBestPath, weighEvidence } from './word-evidence.ts';

const heard = (raw: string, confidence = 0.2) => ({ raw, startSeconds: 0, endSeconds: 1, confidence });
const read = (text: string) => [...text].map((letter) => mask.texts.indexOf(letter));
const hear = (text: string, bestPath = text) => ({ text: read(text), bestPath: read(bestPath) });

it('reads the likeliest class of each frame, blanks and repeats collapsed', () => {
  const rows = [
    [0, -3, -3],
    [-3, 0, -3],
    [-3, 0, -3],
    [0, -3, -3],
    [-3, 0, -3],
    [-3, -3, 0],
  ];
  const logProbabilities = Float32Array.from(rows.flat());
  const posteriors = { logProbabilities, frameCount: 6, classCount: 3, outOfAlphabetProbability: new Float32Array(6) };
  expect(findBestPath(posteriors)).toEqual([1, 1, 2]);
});

it('trusts a known word more than one that nobody knows, and a text the more the less of it was changed', () => {
  const isKnown = (word: string) => word === 'suuqa';
  const classes = read('suuqa');
  const agreed = weighEvidence([heard('suuqa'), heard('xqzaa')], {
    classes,
    decodings: [hear('suuqa')],
    mask,
    isKnown,
  });
  const changed = weighEvidence([heard('suuqa')], { classes, decodings: [hear('suuqa', 'tub')], mask, isKnown });
  expect(agreed[0]?.confidence).toBeGreaterThan(agreed[1]?.confidence ?? 1);
  expect(agreed[0]?.confidence).toBeGreaterThan(changed[0]?.confidence ?? 1);
});

it('trusts a word of usual letters more than one whose letters hardly ever stand so', () => {
  const words = [heard('suuqa'), heard('xqzaa')];
  const spell = (word: readonly number[]) => (word.includes(mask.texts.indexOf('z')) ? -20 : -6);
  const classes = read('suuqa xqzaa');
  const again = hear('suuqa xqzaa');
  const [usual, odd] = weighEvidence(words, { classes, decodings: [again, again], mask, spell });
  expect(usual?.confidence).toBeGreaterThan(odd?.confidence ?? 1);
});

it('trusts what every decoding heard, and in one text the words that they share', () => {
  const classes = read('waa suuqa');
  const words = [heard('waa'), heard('suuqa')];
  const weigh = (...texts: string[]) =>
    weighEvidence(words, { classes, decodings: texts.map((text) => hear(text)), mask }).map(
      ({ confidence }) => confidence,
    );
  const [same = [], other = []] = [weigh('waa suuqa', 'waa suuqa'), weigh('waa suuqa', 'waa guuga')];
  expect(other[0]).toBeLessThan(same[0] ?? 0);
  expect(other[1]).toBeLessThan(other[0] ?? 0);
  // In its own place: the same word elsewhere says nothing.
  const [first = 0, second = 0] = weigh('waa suuqa', 'suuqa dhan waa');
  expect(Math.min(first, second)).toBeLessThan(Math.max(first, second));
});

it.each([1, 2])('stays between 0 and 1, with a word model and without one, of %i decodings', (count) => {
  for (const isKnown of [() => true, undefined]) {
    const weigh = (confidence: number, text: string) =>
      weighEvidence([heard('haa', confidence)], {
        classes: read('haa'),
        decodings: Array.from({ length: count }, () => hear(text)),
        mask,
        isKnown,
      })[0]?.confidence;
    expect(weigh(1, 'haa')).toBeCloseTo(1, 9);
    const known = { 1: 0.3 / 1.7, 2: 0.5 / 5.5 }[count] ?? 0;
    expect(weigh(0, 'tubdug')).toBeCloseTo(isKnown ? known : 0, 9);
  }
});
