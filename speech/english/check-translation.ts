import { spellName } from '../somali/names.ts';
import { readTable, setOfWords } from '../somali/word-list.ts';
import { isEnglishWord } from './english-dictionary.ts';
import { explainNames, findNames } from './english-names.ts';
import englishWords from './english-words.json' with { type: 'json' };
import { englishWordsOf, isGrammar, lookUp, toKey } from './lexicon.ts';
import { compareNegation } from './negation.ts';
import { findEnglishNumbers, findSomaliNumbers, type SpokenNumber } from './spoken-numbers.ts';

/** What the English says that the Somali does not, or the other way round. */
export type Contradiction = 'number' | 'negation' | 'direction' | 'opposite' | 'day' | 'name' | 'word';

/**
 * Compares what can be compared without understanding: numbers, "not", directions, up and down, before and after, more
 * and less, days and names, and whether every word is one.
 * @returns what contradicts the Somali; nothing where nothing was found, which is no proof that the English is right.
 * @example findContradictions('Laba jeer qaado.', 'Take it seven times.') // ['number']
 */
export function findContradictions(source: string, english: string): Contradiction[] {
  const found: Contradiction[] = [];
  if (!haveSameNumbers(source, english)) found.push('number');
  if (compareNegation(source, english) === 'differs') found.push('negation');
  if (!agree(directions, source, english)) found.push('direction');
  if (opposites.some((pair) => isTurnedRound(pair, toKey(source), english))) found.push('opposite');
  if (!agree(days, source, english)) found.push('day');
  const isExplained = explainNames(source);
  if (findNames(english).some((name) => !isExplained(name))) found.push('name');
  if (!isAllWords(source, english, isExplained)) found.push('word');
  return found;
}

/** Somali forms and English words that stand for each other, by what they speak of; table: `compared-words.tsv`. */
type Pair = { group: string; somali: RegExp; english: RegExp };
const pairs: readonly Pair[] = readTable(new URL('compared-words.tsv', import.meta.url)).map(
  ([group = '', somali = '', english = '']) => ({
    group,
    somali: new RegExp(somali),
    english: new RegExp(english, 'i'),
  }),
);
const pairsOf = (group: string): readonly Pair[] => pairs.filter((pair) => pair.group === group);

/** One is "a", "hal" an article: neither is compared. */
function haveSameNumbers(source: string, english: string): boolean {
  const [spoken, written] = [findSomaliNumbers(source), findEnglishNumbers(english)];
  const covers = (numbers: readonly SpokenNumber[], { value, parts }: SpokenNumber) => {
    const known = numbers.flatMap(({ value: whole, parts: some }) => (some.length > 1 ? [whole, ...some] : some));
    const count = (some: readonly number[], part: number) => some.filter((one) => one === part).length;
    return known.includes(value) || parts.every((part) => part <= 1 || count(parts, part) <= count(known, part));
  };
  const somali = toKey(source);
  // What the other language need not count: "again" for "mar labaad", a month for its number.
  const mayDiffer = ({ value }: SpokenNumber) =>
    pairsOf(`uncounted ${value}`).some((pair) => pair.somali.test(somali) && pair.english.test(english));
  const isCovered = (some: SpokenNumber[], others: SpokenNumber[]) =>
    some.every((number) => covers(others, number) || mayDiffer(number));
  return isCovered(written, spoken) && isCovered(spoken, written);
}

const [directions, days] = [pairsOf('direction'), pairsOf('day')];
/** Two that exclude each other, though either may be said in other words. */
const opposites = ['up or down', 'before or after', 'more or less'].map(pairsOf);

/** Whether the English says "I", "you" or "we" where a form of the Somali does. */
export const keepsPersons = (source: string, english: string): boolean =>
  pairsOf('person').every(({ somali, english: said }) => !somali.test(toKey(source)) || said.test(english));

/** What the Somali names the English names, and no other of the group comes up. */
function agree(group: readonly Pair[], source: string, english: string): boolean {
  const somali = toKey(source);
  const said = group.filter((pair) => pair.somali.test(somali));
  if (said.some((pair) => !pair.english.test(english))) return false;
  const others = group.filter((pair) => !said.includes(pair) && pair.english.test(english));
  return others.length === 0 || (said.length === 0 && group === directions);
}

/** The Somali says one of the two, the English only the other. */
function isTurnedRound(opposed: readonly Pair[], somali: string, english: string): boolean {
  const sides = opposed.map((pair) => [pair.somali.test(somali), pair.english.test(english)]);
  return sides[0]?.[0] !== sides[1]?.[0] && sides.every(([isSaid, isWritten]) => isSaid !== isWritten);
}

/** So many words are handed back as they were; longer copies score low. */
const mostCopied = 2;

/** Whether English has every word that is not copied from the Somali; a name, which any sentence may begin with, counts. */
function isAllWords(source: string, english: string, isExplained: (name: string) => boolean): boolean {
  const copied = toKey(source).split(' ');
  // A word that was not understood is sometimes handed back as it was heard.
  const isEnglish = toKey(english).split(' ').some(isEnglishWord);
  if (copied.length <= mostCopied && !isEnglish && !copied.some((word) => spellName(word))) return false;
  return (english.match(/\p{L}[\p{L}'’]*/gu) ?? []).every((word, at) => {
    const key = toKey(word);
    if (key.length < 3 || isEnglishWord(key)) return true;
    // "dirac" of "diraca".
    if (key.length > 3 && copied.some((form) => form.startsWith(key))) return true;
    return /^\p{Lu}/u.test(word) && (at > 0 || isExplained(word));
  });
}

const emptyEnglish = setOfWords(englishWords.emptyEnglish);

/** An English word without its endings, so that "medicines" and "medicine", "stopped" and "stop" are one. */
const stem = (word: string): string =>
  word
    .replace(/'s?$/, '')
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ing|ed|es|s|er|ly|e)$/, '')
    .replace(/(.)\1$/, '$1');

/**
 * Compares the words of both sides through the lexicon.
 * @returns the share of the Somali's known words that the English has an equivalent of, and of the English's words of
 * meaning that a Somali word explains; `null` where there are none.
 */
export function measureCoverage(source: string, english: string): Record<'somali' | 'english', number | null> {
  const said = toKey(english)
    .split(' ')
    .filter((word) => word !== '' && !emptyEnglish.has(word));
  const stems = new Set(said.map(stem));
  const explained = new Set<string>();
  let [known, found] = [0, 0];
  for (const word of toKey(source).split(' ')) {
    const entry = lookUp(word);
    const all = englishWordsOf(word).filter((part) => !emptyEnglish.has(part));
    const matched = all.map(stem).filter((part) => stems.has(part));
    for (const part of matched) explained.add(part);
    if (entry === undefined || isGrammar(entry) || all.length === 0) continue;
    known += 1;
    if (matched.length > 0) found += 1;
  }
  return {
    somali: known === 0 ? null : found / known,
    english: stems.size === 0 ? null : [...stems].filter((part) => explained.has(part)).length / stems.size,
  };
}
