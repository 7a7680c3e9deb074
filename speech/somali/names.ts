import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept } from './kept-words.ts';
import { listWords, readTable, setOfWords } from './word-list.ts';

/**
 * Words that Somali writes with a capital letter (models.md §7), with their kind and, where it is another, their spelling.
 * `nuur` (light) and `hodan` (rich) are plain words more often than names, and stay as they are.
 */
const table = readTable(new URL('names.tsv', import.meta.url));
/** Kinds that are names only in their place. */
const kindsInPlace = new Set(['language after af', 'name of several words', 'plain word and given name', 'district']);

const namesOf = (wanted: string): ReadonlySet<string> =>
  new Set(table.flatMap(([name = '', kind]) => (kind === wanted ? [name] : [])));

export const months = namesOf('month');
export const days = namesOf('day');
export const countries = namesOf('country');
/** Towns and continents. */
export const cities = namesOf('place');
const people = namesOf('given name');
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

// Names that are common words too: they keep their small letter unless the words around them say that they are names.

/** Names of more than one word of which some are plain words alone. */
const phrases = [...namesOf('name of several words')].map(listWords);

/** Given names that are plain words: light, rich, flower, journey, prosperity… */
const plainNames = namesOf('plain word and given name');

const districts = namesOf('district');
const isDistrictWord = (word: string) => word === 'degmada' || word === 'xaafadda';

/** `magacaygu waa hodan`: whatever stands there is a name, plain word or not. */
const introducer = /^magac(?:ayg|eyg|aag|iis|eed)u$/;
const calledWord = /^(?:yiraahdo|yidhaahdo|dhaho|yiraahdaa|yidhaahdaa)$/;
const personNoun = /^(?:qof|nin|naag|gabar|gabadh|wiil|inan|oday|islaan|haween|arday|magac)/;
/** `walaashay hodan waxay…`, `cali iyo nuur ayaa…`: what may follow a name; `cali hodan buu noqday` is "became rich". */
const kin =
  /^(?:walaa[ls]|inan|wiil|gabadh|adeer|abti|eeddo|edda|habaryar|ilmaadeer|saaxiib)[a-z]*(?:kay|[tsd]ay|hay|[ktdh]aa|[ktd]iis|[kt]ood|[ktd]eed)$/;
const afterName = setOfWords('iyo ayaa baa ayaana waa wuu way wuxuu waxay waxaa oo ma');
/** No other word follows these but the name. */
const titles = setOfWords('marwo mudane jaalle');

const isName = (word: string | undefined): boolean =>
  word !== undefined && (plainNames.has(word) || spellName(word) !== undefined);
const isPerson = (word: string | undefined): boolean => word !== undefined && people.has(word) && !plainNames.has(word);

/** Where a row of names may begin: a person is introduced, called something or addressed. */
function beginsName(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const [before = '', last = ''] = [words[at - 2] ?? '', words[at - 1] ?? ''];
  if (last === 'waa' && introducer.test(before)) return word !== 'maxay';
  if (titles.has(last)) return isName(word);
  if (isDistrictWord(last)) return districts.has(word);
  const speaksOfPerson = words.slice(Math.max(0, at - 6), at - 2).some((other) => personNoun.test(other));
  return before === 'la' && calledWord.test(last) && speaksOfPerson && isName(word);
}

function findPhrases(words: readonly string[]): number[] {
  return words.flatMap((_, at) =>
    phrases.flatMap((phrase) =>
      phrase.every((word, offset) => words[at + offset] === word) ? phrase.map((__, offset) => at + offset) : [],
    ),
  );
}

/** Places of the words (lower case) of a sentence that are names there and plain words elsewhere. */
export function findNames(words: readonly string[]): ReadonlySet<number> {
  const found = new Set(findPhrases(words));
  words.forEach((word, at) => {
    const continues = found.has(at - 1) && !isDistrictWord(words[at - 2] ?? '') && isName(word);
    const [last = '', next] = [words[at - 1], words[at + 1]];
    // `cali nuur maxamed`: three names in a row are one person.
    const isBetween = isPerson(last) && isPerson(next);
    const isJoined = (last === 'iyo' && isPerson(words[at - 2])) || (next === 'iyo' && isPerson(words[at + 2]));
    const isNamed = (kin.test(last) && word !== 'sheekh') || isPerson(last) || isJoined;
    const standsAlone = next === undefined || afterName.has(next);
    const isNameHere = plainNames.has(word) && (isBetween || (isNamed && standsAlone));
    if (beginsName(words, at) || continues || isNameHere) found.add(at);
    if (word === 'xaaji' && isPerson(next)) found.add(at);
  });
  return found;
}
