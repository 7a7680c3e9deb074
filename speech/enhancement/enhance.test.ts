import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '#shared/contract/transcription.ts';
import { enhanceWords } from './enhance.ts';

const wordSeconds = 0.3;
const gapSeconds = 0.05;

/** Words spoken in a steady stream; `|` stands for a pause of 0.8 s, `/` for one of 0.4 s. */
function speak(line: string): TranscribedWord[] {
  let at = 0;
  const words: TranscribedWord[] = [];
  for (const raw of line.split(' ')) {
    if (raw === '|' || raw === '/') {
      at += raw === '|' ? 0.8 : 0.4;
      continue;
    }
    words.push({ raw, text: raw, startSeconds: at, endSeconds: at + wordSeconds, confidence: 9 });
    at += wordSeconds + gapSeconds;
  }
  return words;
}

const enhance = (line: string) =>
  enhanceWords(speak(line))
    .sentences.map(({ text }) => text)
    .join(' ');

describe('enhanceWords', () => {
  it.each([
    ['magacaygu waa cali waxaan ku noolahay muqdisho', 'Magacaygu waa Cali waxaan ku noolahay Muqdisho.'],
    ['magacaygu waa faadumo | waxaan ka imid hargeysa', 'Magacaygu waa Faadumo. Waxaan ka imid Hargeysa.'],
    ['waan ku faraxsanahay inaan ku arko', 'Waan ku faraxsanahay inaan ku arko.'],
    ['markii uu yimid waxaan aaday suuqa', 'Markii uu yimid waxaan aaday suuqa.'],
    ['markii aan guriga tagay waxaan seexday', 'Markii aan guriga tagay, waxaan seexday.'],
    ['waan daalay laakiin waan shaqaynayaa', 'Waan daalay, laakiin waan shaqaynayaa.'],
    ['waxaan ku hadlaa af soomaali iyo af ingiriisi', 'Waxaan ku hadlaa Af-Soomaali iyo Af-Ingiriisi.'],
  ])('writes sentences, names and commas: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it.each([
    ['magacaagu waa maxay', true],
    ['ma fiican tahay maanta', true],
    ['ma cali baa yimid', true],
    ['dhakhtarka ma arki karaa maanta', true],
    ['miyaad gaajaysan tahay', true],
    ['immisa ayay ku kacaysaa', true],
    ['ma garanayo halkee buu tagay', false],
    ['ma jiro qof guriga jooga', false],
    ['ma iman karo berri', false],
    ['waan daahay maxaa yeelay baska ayaa xumaaday', false],
    ['kuma arkin shalay', false],
  ])('tells questions from statements: %s → %s', (heard, asks) => {
    expect(enhance(heard).endsWith('?')).toBe(asks);
  });

  it.each([
    ['waxaan haystaa laba iyo labaatan buug', 'Waxaan haystaa 22 buug.'],
    ['waxaan haystaa labaatan iyo laba buug', 'Waxaan haystaa 22 buug.'],
    ['waxay ku kacaysaa shan doollar', 'Waxay ku kacaysaa 5 doollar.'],
    ['waxay ku kacaysaa toban kun oo shilin', 'Waxay ku kacaysaa 10 kun oo shilin.'],
    ['waxaan dhashay sannadkii kun iyo sagaal boqol iyo shan iyo siddeetan', 'Waxaan dhashay sannadkii 1985.'],
    ['waxaa yimid laba kun iyo shan boqol oo qof', 'Waxaa yimid 2,500 oo qof.'],
    ['mid ka mid ah laba nin ayaa yimid', 'Mid ka mid ah laba nin ayaa yimid.'],
    ['boqolkiiba shan iyo toban', 'Boqolkiiba 15.'],
    ['kow iyo toban maarso', '11 Maarso.'],
    ['cali iyo saddex arday', 'Cali iyo saddex arday.'],
  ])('writes numbers where a newspaper would: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it.each([
    ['ehm waxaan waxaan rabaa biyo', 'Waxaan rabaa biyo.'],
    ['waxaan rabaa | ee | biyo', 'Waxaan rabaa biyo.'],
    ['haa | waan imanayaa', 'Haa. Waan imanayaa.'],
    ['buugaag yar yar ayaan arkay', 'Buugaag yar yar ayaan arkay.'],
    ['waa waxaan rabaa biyo', 'Waa waxaan rabaa biyo.'],
    ['su’aal baan qabaaaa', "Su'aal baan qabaa."],
    ['hadii aad timaado waan kula hadlayaa', 'Haddii aad timaado, waan kula hadlayaa.'],
  ])('takes out hesitation and mends spelling, never a real word: %s', (heard, written) => {
    expect(enhance(heard)).toBe(written);
  });

  it('keeps every word in its place: same words, same order, empty text where one was taken out', () => {
    const heard = speak('ehm waxaan waxaan haystaa laba iyo labaatan buug | ma rabtaa');
    const { words, sentences } = enhanceWords(heard);
    expect(words.map(({ raw }) => raw)).toEqual(heard.map(({ raw }) => raw));
    expect(words.map(({ startSeconds }) => startSeconds)).toEqual(heard.map(({ startSeconds }) => startSeconds));
    expect(words.map(({ text }) => text)).toEqual([
      '',
      '',
      'Waxaan',
      'haystaa',
      '22',
      '',
      '',
      'buug.',
      'Ma',
      'rabtaa?',
    ]);
    expect(
      words
        .map(({ text }) => text)
        .filter(Boolean)
        .join(' '),
    ).toBe(sentences.map(({ text }) => text).join(' '));
    expect(sentences.map(({ firstWord, lastWord }) => [firstWord, lastWord])).toEqual([
      [2, 7],
      [8, 9],
    ]);
  });

  it('leaves nothing of nothing', () => {
    expect(enhanceWords([])).toEqual({ words: [], sentences: [] });
  });
});
