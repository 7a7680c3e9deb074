import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '#shared/transcript.ts';
import { findChanges } from './changed-text.tsx';
import { bandOf, formatScore, qualityPercent } from './result-quality.tsx';
import { findLeastCertain } from './rows.ts';

const word = (raw: string, text = raw, confidence: number | null = 9): TranscribedWord => ({
  raw,
  text,
  startSeconds: 0,
  endSeconds: 1,
  confidence,
});

describe('confidence bands (spec §4)', () => {
  it.each([
    [10, 'high'],
    [8, 'high'],
    [7.9, 'medium'],
    [6, 'medium'],
    [5.9, 'low'],
    [0, 'low'],
    [null, 'unknown'],
  ] as const)('%s is %s', (score, band) => {
    expect(bandOf(score)).toBe(band);
  });

  it('fills the bar with ten times the score, and writes score/10', () => {
    expect(qualityPercent(7.3)).toBeCloseTo(73, 6);
    expect([8, 7.25, 0].map(formatScore)).toEqual(['8/10', '7.3/10', '0/10']);
  });
});

describe('words to check', () => {
  const wordsOf = (...confidences: (number | null)[]) =>
    confidences.map((confidence) => word('erey', 'erey', confidence));

  it('are the least certain, one for each ten or part of ten', () => {
    const twenty = wordsOf(...Array.from({ length: 20 }, (_, at) => 3 + (at % 5) * 0.5));
    expect([...findLeastCertain(twenty)]).toEqual([0, 5]);
    expect([...findLeastCertain(wordsOf(9, 2.6, 9, 5))]).toEqual([1]);
  });

  it('are none where every word is good or unknown', () => {
    expect(findLeastCertain(wordsOf(...Array.from({ length: 20 }, () => 6))).size).toBe(0);
    expect(findLeastCertain(wordsOf(...Array.from({ length: 20 }, () => null))).size).toBe(0);
    expect(findLeastCertain([]).size).toBe(0);
  });
});

describe('what the enhancement changed', () => {
  it('tells case and punctuation from letters, and letters from removal', () => {
    const changes = findChanges([
      word('waan', 'Waan'),
      word('ee', ''),
      word('imid'),
      word('labo', 'laba'),
      word('shalay', 'shalay.'),
    ]);
    expect(changes.map(({ kind }) => kind)).toEqual(['punctuation', 'removed', 'same', 'changed', 'punctuation']);
  });

  it('shows words that became one as one change', () => {
    const changes = findChanges([
      word('laba', '22'),
      word('iyo', ''),
      word('labaatan', ''),
      word('go', "go'aan"),
      word('aan', ''),
      word('ee', ''),
    ]);
    expect(changes).toEqual([
      { raw: 'laba iyo labaatan', text: '22', kind: 'changed' },
      { raw: 'go aan', text: "go'aan", kind: 'changed' },
      { raw: 'ee', text: '', kind: 'removed' },
    ]);
  });

  it('sees an apostrophe as a letter, as Somali does', () => {
    expect(findChanges([word('lao', "la'o")])[0]?.kind).toBe('changed');
  });
});
