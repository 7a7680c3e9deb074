import { listParts } from '../somali/own-words.ts';
import { readTable, setOfWords } from '../somali/word-list.ts';
import { isEnglishWord } from './english-dictionary.ts';
import englishWords from './english-words.json' with { type: 'json' };
import { englishWordsOf, toKey } from './lexicon.ts';

/** Words that English writes with a capital and that are no names, or that any sentence may bring along. */
const capitalWords = setOfWords(englishWords.capitalWords);
const nameWords = setOfWords(englishWords.nameWords);

/** A word's sounds in rough: what Somali and English spelling do differently is folded away. */
const fold = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/'?s$/, '')
    .replaceAll(/kh|ck|q|g/g, 'k')
    .replaceAll('ph', 'f')
    .replaceAll(/[cxh]/g, '')
    .replaceAll(/[aeiouyw]+/g, 'a')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(/[zvp]/g, (letter) => ({ z: 's', v: 'f', p: 'b' })[letter] ?? letter);

/** As English reads a name that it did not copy: c is a k or s, ch a sh, x a ks. */
const foldEnglish = (word: string): string =>
  fold(
    word
      .toLowerCase()
      .replaceAll('ch', 'sh')
      .replaceAll(/c(?=[eiy])/g, 's')
      .replaceAll('c', 'k')
      .replaceAll('x', 'ks'),
  );

const byLength = (one: string, other: string) => one.length - other.length;

/** Two names whose consonants begin alike, or of which the longer begins as the shorter does, for half of it at least. */
function soundAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((sound) => sound.replaceAll('a', '')).sort(byLength);
  if (short.length > 2 && long.startsWith(short)) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= Math.min(3, one.length) && same >= Math.min(one.length, other.length) / 2;
}

/** "Federation", "Museum": a word of a title. Of those that are names as well the Somali has to say one. */
const isOrdinary = (key: string): boolean => isEnglishWord(key) && !nameWords.has(key);

/** Words with a capital that do not begin the text or a sentence of it. */
export const findNames = (english: string): string[] =>
  [...english.matchAll(/(?<=[\p{L},;] )\p{Lu}[\p{L}'’-]+/gu)].map(([name]) => name);

/** English names of what Somali calls otherwise, with how the Somali words begin. */
const foreignNames = readTable(new URL('foreign-names.tsv', import.meta.url));
const namesOf = (word: string): string[] =>
  foreignNames.flatMap(([english = '', stems = '']) =>
    stems.split(' ').some((stem) => word.startsWith(stem)) ? english.split(' ') : [],
  );

/** Whether the Somali's letters or the lexicon explain an English name. */
export function explainNames(source: string): (name: string) => boolean {
  const words = toKey(source).split(' ');
  const sounds = words.map(fold).filter((sound) => sound.length > 1);
  const glosses = words.flatMap((word) => [...englishWordsOf(word), ...namesOf(word)]);
  const isExplained = (name: string): boolean => {
    const key = toKey(name).replace(/'s?$/, '');
    if (capitalWords.has(key) || words.includes(key) || isOrdinary(key)) return true;
    // "Canadian" of Canada.
    if (glosses.some((gloss) => gloss === key || (key.length > 4 && gloss.startsWith(key.slice(0, 4))))) return true;
    return [fold(name), foldEnglish(name)].some((sound) => sounds.some((other) => soundAlike(sound, other)));
  };
  return (name) => name.split('-').every(isExplained);
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}'’-]+/gu) ?? [];
const isName = (word: string) => /^\p{Lu}/u.test(word);

/** Whether a sentence is made of the speaker's own names and nothing else: those have no English. */
export const isAllNames = (source: string, ownWords: readonly string[]): boolean => {
  const own = listParts(ownWords).filter(isName);
  return wordsOf(source).length > 0 && wordsOf(source).every((word) => own.includes(word));
};

/**
 * The English with the speaker's own names written as the speaker writes them, where it has them in its own way.
 * @returns `isWhole`: `false` where it lacks one that the Somali has.
 */
export function keepNames(source: string, english: string, ownWords: readonly string[]) {
  const said = wordsOf(source);
  const names = listParts(ownWords).filter((word) => isName(word) && said.includes(word));
  let text = english;
  let isWhole = true;
  for (const name of names) {
    const written = wordsOf(text);
    if (written.some((word) => word.replace(/['’]s$/, '') === name)) continue;
    const other = written
      .filter((word) => isName(word) && !said.includes(word) && !isEnglishWord(toKey(word)))
      .find((word) => [fold(word), foldEnglish(word)].some((sound) => soundAlike(sound, fold(name))));
    if (other === undefined) isWhole = false;
    else text = text.replace(other, name);
  }
  return { text, isWhole };
}
