import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '#shared/transcript.ts';
import { buildSegments, placeTranslations } from './build-segments.ts';

const word = (raw: string, startSeconds: number, text = raw): TranscribedWord => ({
  raw,
  text,
  startSeconds,
  endSeconds: startSeconds + 0.4,
  confidence: 8,
});

const words = [
  word('waan', 0.2),
  word('imid', 0.7, 'imid.'),
  word('ehm', 1.2, ''),
  word('ma', 1.8),
  word('fiican', 2.4),
  word('tahay', 6.2),
];
const sentences = [
  { firstWord: 0, text: 'Waan imid.' },
  { firstWord: 3, text: 'Ma fiican tahay?' },
];
const spans = [
  { startSeconds: 0, endSeconds: 3 },
  { startSeconds: 6, endSeconds: 7 },
  { startSeconds: 8, endSeconds: 9 },
];

describe('buildSegments', () => {
  const segments = buildSegments(spans, words, sentences);

  it('cuts speech where a sentence ends, and loses no speech and no word', () => {
    expect(segments.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [0, 1.7],
      [1.7, 3],
      [6, 7],
      [8, 9],
    ]);
    expect(segments.map(({ rawTranscript }) => rawTranscript)).toEqual(['waan imid ehm', 'ma fiican', 'tahay', '']);
    expect(segments.map(({ transcript }) => transcript)).toEqual(['waan imid.', 'ma fiican', 'tahay', '']);
    expect(segments.at(-1)?.confidence).toBeNull();
  });

  it('puts a translation where its sentence begins', () => {
    const placed = placeTranslations(segments, words, [
      { firstWord: 0, text: 'I came.', score: 8 },
      { firstWord: 3, text: 'Are you well?', score: 5.5 },
    ]);
    expect(placed.map(({ translation }) => translation)).toEqual(['I came.', 'Are you well?', '', '']);
    expect(placed.map(({ translationConfidence }) => translationConfidence ?? null)).toEqual([8, 5.5, null, null]);
  });
});
