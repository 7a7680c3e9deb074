import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '#shared/transcript.ts';
import type { WordMarks } from '../somali/sentences.ts';
import { enhanceWords, listTexts } from './enhance.ts';

const speak = (line: string): TranscribedWord[] =>
  line
    .split(' ')
    .map((raw, at) => ({ raw, text: raw, startSeconds: at * 0.35, endSeconds: at * 0.35 + 0.3, confidence: 9 }));
const none: WordMarks = { mark: '', capitals: [], ends: false };
const write = (line: string, marks: Record<number, Partial<WordMarks>>) => {
  const words = speak(line);
  const all = listTexts(words).map((_, at) => ({ ...none, ...marks[at] }));
  return enhanceWords(words, all)
    .sentences.map(({ text }) => text)
    .join(' ');
};

describe('marks of the rules and of a model together', () => {
  it.each<[string, Record<number, Partial<WordMarks>>, string]>([
    ['waan tagay suuqa maya ma rabo', { 2: { mark: '.', ends: true } }, 'Waan tagay suuqa. Maya, ma rabo.'],
    ['waan tagay suuqa iyo guriga', { 3: { mark: '.', ends: true } }, 'Waan tagay suuqa iyo guriga.'],
    ['haa waan imanayaa', { 0: { mark: '.', ends: true } }, 'Haa, waan imanayaa.'],
    ['haa waan imanayaa', { 0: { mark: ',' } }, 'Haa, waan imanayaa.'],
    ['waan daalay laakiin waan joogaa', {}, 'Waan daalay, laakiin waan joogaa.'],
    ['adigu waad timid', { 2: { mark: '?' } }, 'Adigu waad timid?'],
    ['magacaagu waa maxay', { 2: { mark: '.' } }, 'Magacaagu waa maxay?'],
    ['waxaan arkay barwaaqo', { 2: { capitals: [0] } }, 'Waxaan arkay Barwaaqo.'],
    ['waxaan dhegaystay bbc shalay', { 2: { capitals: [0, 1, 2] } }, 'Waxaan dhegaystay BBC shalay.'],
    ['ehm waxaan rabaa biyo haa mahadsanid', { 2: { mark: ',' } }, 'Waxaan rabaa biyo, haa mahadsanid.'],
  ])('%s', (heard, marks, written) => {
    expect(write(heard, marks)).toBe(written);
  });

  it('never change a letter, whatever a model says', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const lines = [
      'ehm waxaan waxaan haystaa laba iyo labaatan buug oo ku saabsan af soomaali ma rabtaa',
      "su'aal baan qabaaaa markii uu yimid waxaan aaday suuqa laakiin ßeta iyo ŉ ma joogin",
      'magacaygu waa hodan waxaan dhashay sannadkii kun iyo sagaal boqol iyo shan iyo siddeetan',
    ];
    for (let round = 0; round < 300; round += 1) {
      const words = speak(lines[round % lines.length] ?? '');
      const texts = listTexts(words);
      const marks = texts.map(() => ({
        mark: (['', ',', '.', '?'] as const)[random(4)] ?? '',
        capitals: Array.from({ length: random(4) }, () => random(12)),
        ends: random(3) === 0,
      }));
      const bare = enhanceWords(words);
      const merged = enhanceWords(words, marks);
      const plain = (text: string) => text.replace(/[^\p{L}\p{N}' ]/gu, '').toLowerCase();
      expect(merged.words.map(({ text }) => plain(text))).toEqual(bare.words.map(({ text }) => plain(text)));
      expect(merged.sentences.map(({ text }) => text).join(' ')).toBe(
        merged.words
          .map(({ text }) => text)
          .filter(Boolean)
          .join(' '),
      );
    }
  });
});
