import { describe, expect, it } from 'vitest';
import { splitLongSentence } from './translator.ts';

const countWords = (text: string) => text.split(' ').length;

describe('splitting a long sentence', () => {
  it('leaves a short one alone', () => {
    expect(splitLongSentence('Subax wanaagsan, sidee tahay?', 10, countWords)).toEqual([
      'Subax wanaagsan, sidee tahay?',
    ]);
    expect(splitLongSentence('  ', 10, countWords)).toEqual([]);
  });

  it('cuts at a comma rather than in the middle of a clause', () => {
    const sentence = 'Shalay waxaan tagnay suuqa weyn, hooyo ayaa khudaar badan soo iibsatay oo guriga keentay.';
    expect(splitLongSentence(sentence, 9, countWords)).toEqual([
      'Shalay waxaan tagnay suuqa weyn,',
      'hooyo ayaa khudaar badan soo iibsatay oo guriga keentay.',
    ]);
  });

  it('cuts before a connecting word where there is no punctuation', () => {
    const sentence = 'macallinku wuu yimid laakiin ardaydu weli ma iman';
    expect(splitLongSentence(sentence, 5, countWords)).toEqual([
      'macallinku wuu yimid',
      'laakiin ardaydu weli ma iman',
    ]);
  });

  it('loses no word, however long the sentence, and keeps every piece within the limit', () => {
    const sentence = Array.from({ length: 333 }, (_, i) => `eray${i}`).join(' ');
    const pieces = splitLongSentence(sentence, 20, countWords);
    expect(pieces.join(' ')).toBe(sentence);
    expect(Math.max(...pieces.map(countWords))).toBeLessThanOrEqual(20);
  });

  it('halves a single endless word, which the network would not take whole', () => {
    const pieces = splitLongSentence('a'.repeat(1280), 80, (text) => text.length);
    expect(pieces.join('')).toBe('a'.repeat(1280));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(80);
    expect(splitLongSentence('a', 0, () => 1)).toEqual([]);
  });
});
