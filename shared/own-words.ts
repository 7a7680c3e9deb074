import type { SentenceKey } from './errors/codes.ts';
import { ownWordMaxCharacters, ownWordMaxParts, ownWordsMost } from './limits.ts';

/** Somali's letters, and those of names from elsewhere. */
const part = /^[\p{Script=Latin}\p{M}'’ʼ-]+$/u;
const shownCharacters = 40;

export const tidyOwnWords = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')).filter(Boolean)),
];

/** Those that can be used. */
export const pickOwnWords = (words: readonly string[]): string[] =>
  tidyOwnWords(words).filter((word) => findOwnWordsFault([word]) === undefined);

/** Names and terms of a free text, divided by commas; a line with the mark of a sentence has none that are sure. */
export const findOwnWordsIn = (text: string): string[] => {
  const lines = text.split('\n').filter((line) => !/[.?!…]/.test(line));
  return pickOwnWords(lines.flatMap((line) => line.replace(/^.*:/, '').split(/[,;،]/))).slice(0, ownWordsMost);
};

export type OwnWordsFault = {
  code: Extract<SentenceKey, 'OWN_WORDS_TOO_MANY' | 'OWN_WORD_TOO_LONG' | 'OWN_WORD_UNUSABLE'>;
  values: Record<string, string | number>;
};

/** What is wrong with a person's list of words, names and terms (tidied); `undefined` where it can be used. */
export function findOwnWordsFault(words: readonly string[]): OwnWordsFault | undefined {
  if (words.length > ownWordsMost) return { code: 'OWN_WORDS_TOO_MANY', values: { max: ownWordsMost } };
  const isLong = (word: string) => word.length > ownWordMaxCharacters || word.split(' ').length > ownWordMaxParts;
  const wrong = words.find((word) => isLong(word) || !word.split(' ').every((each) => part.test(each)));
  if (wrong === undefined) return undefined;
  const values = { word: wrong.slice(0, shownCharacters), parts: ownWordMaxParts, max: ownWordMaxCharacters };
  return { code: isLong(wrong) ? 'OWN_WORD_TOO_LONG' : 'OWN_WORD_UNUSABLE', values };
}
