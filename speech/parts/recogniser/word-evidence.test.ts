import { expect, it } from 'vitest';
import { findBestPath, weighEvidence } from './align-words.ts';

const heard = (raw: string, confidence = 0.2) => ({ raw, startSeconds: 0, endSeconds: 1, confidence });

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
  const classes = [1, 2, 3, 4, 5];
  const agreed = weighEvidence([heard('suuqa'), heard('xqzaa')], { classes, bestPath: classes, isKnown });
  const changed = weighEvidence([heard('suuqa')], { classes, bestPath: [9, 9, 9], isKnown });
  expect(agreed[0]?.confidence).toBeGreaterThan(agreed[1]?.confidence ?? 1);
  expect(agreed[0]?.confidence).toBeGreaterThan(changed[0]?.confidence ?? 1);
});

it.each([true, false])('stays between 0 and 1, with a word model and without one: %s', (hasModel) => {
  const isKnown = hasModel ? () => true : undefined;
  const sure = weighEvidence([heard('haa', 1)], { classes: [1, 2, 3], bestPath: [1, 2, 3], isKnown });
  const lost = weighEvidence([heard('haa', 0)], { classes: [1, 2, 3], bestPath: [4, 5, 6, 7, 8, 9], isKnown });
  expect(sure[0]?.confidence).toBeCloseTo(1, 9);
  expect(lost[0]?.confidence).toBeCloseTo(hasModel ? 0.3 / 1.7 : 0, 9);
});
