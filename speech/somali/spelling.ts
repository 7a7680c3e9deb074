import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import type { TranscribedWord } from '#shared/transcript.ts';
import { readTable } from './word-list.ts';

// The letters of Somali and the one sign that is none (models.md §7).

/** p, v and z occur in names and loans only. */
export const foreignLetters = /[pvz]/;

/** A space, or lower-case text of letters, digits and folded apostrophes: what written Somali is made of. */
export const somaliText = /^(?: |[a-z0-9']+)$/;

/** Spellings that are never another word; correct regional forms (labo, todobo, -ey) stay as spoken. */
const misspellings: ReadonlyMap<string, string> = new Map(
  readTable(new URL('misspellings.tsv', import.meta.url)).map(([heard = '', standard = '']) => [heard, standard]),
);

/** Folds apostrophes, drops them at the start of a word and shortens a vowel held for three letters or more to two. */
function normaliseWord(raw: string): string {
  const folded = foldApostrophes(raw)
    .replace(/^'+/, '')
    .replace(/([aeiou])\1{2,}/g, '$1$1');
  return misspellings.get(folded) ?? folded;
}

export function normaliseSpelling(words: readonly TranscribedWord[]): TranscribedWord[] {
  return words.map((word) => ({ ...word, text: normaliseWord(word.text) }));
}
