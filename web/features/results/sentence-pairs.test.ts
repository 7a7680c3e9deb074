import { describe, expect, it } from 'vitest';
import { findSaid, pairSentences, readSentences, replaceWord } from './use-reading.ts';

const segment = (startSeconds: number, transcript: string, translation: string) => ({
  startSeconds,
  endSeconds: startSeconds + 1,
  rawTranscript: transcript.toLowerCase(),
  transcript,
  translation,
  confidence: null,
});
const segments = [segment(0, 'Waan imid.', 'I came.'), segment(1, '', ''), segment(3, 'Waan tegay.', 'I left.')];
const texts = { transcript: 'Waan imid. Waan tegay.', translation: 'I came. I left.' };

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

describe('the Somali as it is now', () => {
  const words = ['Waan', 'imid.', 'Waan', 'tegay.'].map((text, at) => ({
    raw: text,
    text,
    startSeconds: at,
    endSeconds: at + 0.5,
    confidence: 9,
  }));
  const textsOf = (sentences: ReturnType<typeof readSentences>) =>
    sentences.map((sentence) => sentence.words.map(({ text }) => text).join(' '));

  it('has the sentences of the pairs, or of its marks once they no longer pair', () => {
    expect(textsOf(readSentences(words, texts.transcript, pairSentences(segments, texts)))).toEqual([
      'Waan imid.',
      'Waan tegay.',
    ]);
    const corrected = readSentences(words, 'Waan imid. Berri baan tegay.', []);
    expect(textsOf(corrected)).toEqual(['Waan imid.', 'Berri baan tegay.']);
    expect(corrected[1]).toMatchObject({ startSeconds: 2, endSeconds: 3.5 });
  });

  it('keeps marking doubtful words that nobody has corrected yet', () => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      raw: `erey${at}`,
      text: `erey${at}`,
      startSeconds: at,
      endSeconds: at + 0.5,
      confidence: at === 3 || at === 7 ? 2 : at === 9 ? 4 : 9,
    }));
    const text = many.map((word) => word.text).join(' ');
    const marked = (now: string) =>
      readSentences(many, now, [])
        .flatMap((sentence) => sentence.words)
        .filter(({ isDoubtful }) => isDoubtful)
        .map((word) => word.text);
    expect(marked(text)).toEqual(['erey3', 'erey7']);
    expect(marked(replaceWord(text, 3, 'ereyga'))).toEqual(['erey7']);
  });

  it('takes another word in one place, and lines stay lines', () => {
    expect(replaceWord('Waan imid.\nWaan tegay.', 2, 'Maan')).toBe('Waan imid.\nMaan tegay.');
    expect(replaceWord('Waan ee imid.', 1, ' ')).toBe('Waan imid.');
  });
});
