import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept } from './kept-words.ts';
import { readTable } from './word-list.ts';

/**
 * Words that Somali writes with a capital letter (models.md §7), each with its kind and, where that is not with one capital
 * in front, how it is written. Only words that are nothing else: `nuur` (light), `hodan` (rich) and `barwaaqo` (prosperity)
 * are names too, but more often plain words, and stay as they are; a name that is written small is one of its kind and
 * a common word besides.
 */
const table = readTable(new URL('names.tsv', import.meta.url));
/** Kinds that are names only in their place. */
const kindsInPlace = new Set(['language after af', 'name of several words', 'plain word and given name', 'district']);

export const namesOf = (wanted: string): ReadonlySet<string> =>
  new Set(table.flatMap(([name = '', kind]) => (kind === wanted ? [name] : [])));

export const months = namesOf('month');
export const days = namesOf('day');
export const countries = namesOf('country');
/** Towns and continents. */
export const cities = namesOf('place');
export const people = namesOf('given name');
/** After `af` ("language"), these make one written word: `Af-Soomaali`. */
const languageNames = namesOf('language after af');

const spelling: ReadonlyMap<string, string> = new Map(
  table.flatMap(([name = '', kind, written = capitaliseFirst(name)]) =>
    kindsInPlace.has(kind ?? '') || written === name ? [] : [[name, written] as const],
  ),
);

/** `Muqdisho`, `WhatsApp`: the word with its capital letters when it is a name, `undefined` when it is none. */
export function spellName(word: string): string | undefined {
  const [stem = '', ...article] = word.split('-');
  const written = spelling.get(stem);
  return written === undefined ? undefined : [written, ...article].join('-');
}

/** The first letter in upper case: `qur'aan` → `Qur'aan`; digits and the rest stay. */
export function capitaliseFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `af soomaali` is written as one word, `Af-Soomaali`; `af` alone is a mouth. */
export function joinLanguageNames(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  kept.forEach(({ word, index }, at) => {
    const next = kept[at + 1];
    if (word.text !== 'af' || !next || !languageNames.has(next.word.text)) return;
    edited[index] = { ...word, text: `Af-${capitaliseFirst(next.word.text)}` };
    edited[next.index] = { ...next.word, text: '' };
  });
  return edited;
}
