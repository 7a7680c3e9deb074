import { describe, expect, it } from 'vitest';
import { parseTestSet } from './read-test-set.ts';

describe('parseTestSet', () => {
  it('reads columns by their names, in any order', () => {
    expect(parseTestSet('file\tseconds\ttext_so\ttext_en\na.mp3\t1.9\tWaan fiicanahay\tI am fine\n', '/set')).toEqual([
      { file: 'a.mp3', audioPath: '/set/a.mp3', text: 'Waan fiicanahay', english: 'I am fine' },
    ]);
  });

  it('reads file, text and English where no row names them, and skips what is incomplete', () => {
    expect(parseTestSet('a.wav\tHaa\r\nb.wav\t\r\n\r\nc.wav\tMaya\tNo', 'set')).toEqual([
      { file: 'a.wav', audioPath: 'set/a.wav', text: 'Haa', english: undefined },
      { file: 'c.wav', audioPath: 'set/c.wav', text: 'Maya', english: 'No' },
    ]);
  });
});
