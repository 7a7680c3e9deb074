import { describe, expect, it } from 'vitest';
import { findSaid, pairSentences } from './use-reading.ts';

const segment = (startSeconds: number, transcript: string, translation: string) => ({
  startSeconds,
  endSeconds: startSeconds + 1,
  rawTranscript: transcript.toLowerCase(),
  transcript,
  translation,
  confidence: null,
});
const segments = [segment(0, 'Waan imid.', 'I came.'), segment(1, '', ''), segment(3, 'Waan tegay.', 'I left.')];
const texts = { cleanedText: 'Waan imid. Waan tegay.', translation: 'I came. I left.' };

describe('sentences side by side', () => {
  it('are the segments that have words', () => {
    expect(pairSentences(segments, texts).map(({ translation }) => translation)).toEqual(['I came.', 'I left.']);
  });

  it('are none once a text was edited', () => {
    expect(pairSentences(segments, { ...texts, translation: 'I came back. I left.' })).toEqual([]);
  });

  it('light up while they are said', () => {
    const pairs = pairSentences(segments, texts);
    expect([undefined, 0.5, 2, 3.5].map((at) => findSaid(pairs, at))).toEqual([undefined, 0, undefined, 1]);
  });
});
