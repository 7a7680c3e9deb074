import { describe, expect, it } from 'vitest';
import { spellUnsure } from './explain-marks.ts';
import { timeTranslation } from './retime-words.ts';

describe('English that may well be wrong, where it leaves the page', () => {
  it.each([
    ['I came. (?)', '[unsure] I came.'],
    ['Come here. I came. (?) Go.', 'Come here. [unsure] I came. Go.'],
    ['I came. (?) You went. (?)', '[unsure] I came. [unsure] You went.'],
    [
      '[not understood] (daawo: medicine / watch) Take 2.5 a day. (?)',
      '[not understood] (daawo: medicine / watch) [unsure] Take 2.5 a day.',
    ],
    ['“Is it you?” She left. (?)\nThen he came.', '“Is it you?” [unsure] She left.\nThen he came.'],
    ['Nothing is doubted (yet).', 'Nothing is doubted (yet).'],
  ])('%s', (english, spelled) => expect(spellUnsure(english)).toBe(spelled));

  it('is said before its sentence in subtitles, too, in the time of the sentence', () => {
    const segment = (translation: string, startSeconds: number) => {
      const texts = { rawTranscript: '', transcript: '', translation };
      return { ...texts, startSeconds, endSeconds: startSeconds + 2, confidence: 8 };
    };
    const words = timeTranslation([segment('I came.', 0), segment('You went. (?)', 5)], 'I came. You went. (?)');
    expect(words.map(({ text }) => text)).toEqual(['I', 'came.', '[unsure]', 'You', 'went.']);
    expect(words[2]?.startSeconds).toBe(5);
  });
});
