import { englishWordsOf, isCommonWord, isGrammar, lookUp, toKey } from '../somali/lexicon.ts';
import { setOfWords } from '../somali/word-list.ts';
import { isEnglishWord } from './english-dictionary.ts';
import englishWords from './english-words.json' with { type: 'json' };
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
  if (!haveSameNegation(source, english)) found.push('negation');
  if (!agree(directions, source, english)) found.push('direction');
  if (opposites.some((pair) => isTurnedRound(pair, toKey(source), english))) found.push('opposite');
  if (!agree(days, source, english)) found.push('day');
  const isExplained = explainNames(source);
  if (findNames(english).some((name) => !isExplained(name))) found.push('name');
  if (!isAllWords(source, english, isExplained)) found.push('word');
  return found;
}

/** One is "a", "hal" an article: neither is compared. */
function haveSameNumbers(source: string, english: string): boolean {
  const [spoken, written] = [findSomaliNumbers(source), findEnglishNumbers(english)];
  const covers = (numbers: readonly SpokenNumber[], { value, parts }: SpokenNumber) => {
    const known = new Set(numbers.flatMap((number) => [number.value, ...number.parts]));
    return value <= 1 || known.has(value) || parts.every((part) => part <= 1 || known.has(part));
  };
  // English may name two that Somali need not count, and have a word of its own for two.
  const mayDiffer = ({ value }: SpokenNumber) =>
    value === 2 && /\b(?:second|both|half|pair|couple|double)\b/i.test(english);
  const isCovered = (some: SpokenNumber[], others: SpokenNumber[]) =>
    some.every((number) => covers(others, number) || mayDiffer(number));
  return isCovered(written, spoken) && isCovered(spoken, written);
}

const englishNegation = /\b(?:not|cannot|no|never|nothing|nobody|none|nowhere|neither|nor|without)\b|n't\b/i;
/** Other ways to say that something is not so. */
const englishDenial =
  /\b(?:refus|fail|lack|unable|unless|avoid|stop|hardly|few|little|less|except|instead|dis\w|un\w|im\w|in\w{4,})/i;
/** Somali that may deny: `ma` also asks, `aan` is also "I", and prepositions take `ma` behind them. */
const mayDeny =
  /\b(?:(?!ama\b|amase\b|dhamm?a\b|tima\b)[a-z]{0,7}m(?:a|ana|ase)|maan?|maad|muu|may|maya|maynu|maannu|maaha|ha(?:ba)?|haddaan[a-z]*|hadaan|a(?:an|anan|adan|ynan|nnu|nu|nay|anad|anu|anay|annu|ysan|ydaan)|eynan|uusan|aheyn|ahayne?|kar[ae]?y?in|jirin|lahayn|rabin|la'|[a-z']+la'|[a-z]*la'aan[a-z]*|waxba|ci?dn?ina?|cidna|qofna|midna|marna|weli|weliga[a-z]+|diid[a-z]*|jooji[a-z]*|dii?n|deji|daa[yn]?|ka hor|wa+y[a-z]*|we+y[ds][a-z]*|[a-z]*(?:san|nan|sna|aanay|aanu|aynan|aydaan|aadan|nin|ynin|aan))\b/;
/** Somali that denies for sure. */
const surelyDenies =
  /\b(?:maaha|ma aha|ma ahan|ma ahayn|ma jir(?:o|to|in|tin|aan)|ma hay(?:o|sto|sat[oi]d|no)|ma (?:k[au]\s|ku\s|la\s|u\s|soo\s)*(?:[a-z']{2,}(?:[yk]o|kartid|karno|karaan|kartaan|ayo|ayso|ayno|ayaan|aysaan|anin))|lama [a-z]+(?:o|in)|uusan|aysan|aanan|muusan|maadan|maysan|waxba|cidna|qofna|ha (?:k[au]\s|la\s|u\s|soo\s|i\s|iska\s)*(?!idi?in|si+n|lahay?n)[a-z']{3,}(?:in|nina|anina))\b/;

/** "Before I come" is "while I have not come". */
const isBefore = (somali: string, english: string): boolean =>
  /\binta? ?(?:aa|ay|uu)/.test(somali) && /\b(?:before|until|till)\b/i.test(english);

function haveSameNegation(source: string, english: string): boolean {
  const somali = toKey(source);
  if (englishNegation.test(english)) return mayDeny.test(somali);
  const isExcused = isBefore(somali, english) || englishDenial.test(english) || source.includes('?');
  return isExcused || !surelyDenies.test(somali);
}

/** Somali forms and English words that stand for each other; of a group no other member may be said. */
type Group = readonly (readonly [somali: RegExp, english: RegExp])[];

const directions: Group = [
  [/\bbidix/, /\bleft\b/i],
  [/\bmidig/, /\bright\b/i],
  [/\bwaqooyi|\bwoqooyi/, /\bnorth/i],
  [/\bkoonfur/, /\bsouth/i],
  [/\bgalbeed/, /\bwest/i],
];

const days: Group = [
  [/\bisniin/, /\bmonday/i],
  [/\b(?:talaad|salaas)/, /\btuesday/i],
  [/\barbac/, /\bwednesday/i],
  [/\bkhamiis/, /\bthursday/i],
  [/\bjimc/, /\bfriday/i],
  [/\bsabti/, /\bsaturday/i],
  [/\baxad/, /\bsunday/i],
  [/\bshalay(?! jid)/, /\byesterday/i],
  [/\bberri/, /\btomorrow/i],
];

/** What the Somali names the English names, and no other of the group comes up. */
function agree(group: Group, source: string, english: string): boolean {
  const somali = toKey(source);
  const said = group.filter(([form]) => form.test(somali));
  if (said.some(([, word]) => !word.test(english))) return false;
  const others = group.filter((row) => !said.includes(row) && row[1].test(english));
  return others.length === 0 || (said.length === 0 && group === directions);
}

/** Two that exclude each other, though either may be said in other words. */
const opposites: readonly (readonly [Group[number], Group[number]])[] = [
  [
    [/\bkor\b/, /\b(?:up|upstairs|above)\b/i],
    [/\bhoos\b/, /\b(?:down|downstairs|below|under)\b/i],
  ],
  [
    [/\bka hor\b/, /\b(?:before|ago|earlier)\b/i],
    [/\b(?:ka dib|kadd?ib|dabadeed)\b/, /\b(?:after|then|later|since)\b/i],
  ],
  [
    [/\bka badan\b/, /\b(?:more|over|above|most)\b/i],
    [/\bka yar\b/, /\b(?:less|fewer|under|below|smaller|younger)\b/i],
  ],
];

/** The Somali says one of the two, the English only the other. */
function isTurnedRound(pair: (typeof opposites)[number], somali: string, english: string): boolean {
  const [one, other] = pair.map(([form, word]) => ({ isSaid: form.test(somali), isWritten: word.test(english) }));
  if (one === undefined || other === undefined || one.isSaid === other.isSaid) return false;
  return one.isSaid ? other.isWritten && !one.isWritten : one.isWritten && !other.isWritten;
}

/** Words that English writes with a capital and that are no names, or that any sentence may bring along. */
const capitalWords = setOfWords(englishWords.capitalWords);

/** A word's sounds in rough: what Somali and English spelling do differently is folded away. */
const fold = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/'?s$/, '')
    .replaceAll(/kh|ck|q|g/g, 'k')
    .replaceAll('dh', 'd')
    .replaceAll('ph', 'f')
    .replaceAll(/[cx]|th/g, (part) => (part === 'th' ? 't' : part === 'x' ? 'h' : ''))
    .replaceAll(/[aeiouyw]+/g, 'a')
    .replaceAll(/h/g, '')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll('z', 's')
    .replaceAll('v', 'f')
    .replaceAll('p', 'b');

/** Two names of the same consonants, or of which the longer begins as the shorter does, for half of it at least. */
function soundAlike(one: string, other: string): boolean {
  const consonants = one.replaceAll('a', '');
  if (consonants.length > 2 && consonants === other.replaceAll('a', '')) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= Math.min(3, one.length) && same >= Math.min(one.length, other.length) / 2;
}

/** Words with a capital that do not begin the text or a sentence of it. */
const findNames = (english: string): string[] =>
  [...english.matchAll(/(?<=[\p{L},;] )\p{Lu}[\p{L}'’-]+/gu)].map(([name]) => name);

/** Whether the Somali's letters or the lexicon explain an English name. */
function explainNames(source: string): (name: string) => boolean {
  const words = toKey(source).split(' ');
  const sounds = words.map(fold).filter((sound) => sound.length > 1);
  const glosses = words.flatMap(englishWordsOf);
  return (name) => {
    const [key, sound] = [toKey(name).replace(/'?s$/, ''), fold(name)];
    if (capitalWords.has(key) || isCommonWord(key) || words.includes(key)) return true;
    // "Canadian" of Canada.
    if (glosses.some((gloss) => gloss === key || (key.length > 4 && gloss.slice(0, 4) === key.slice(0, 4))))
      return true;
    return sounds.some((other) => soundAlike(sound, other));
  };
}

/** Whether English has every word that is not copied from the Somali; a name, which any sentence may begin with, counts. */
function isAllWords(source: string, english: string, isExplained: (name: string) => boolean): boolean {
  const copied = toKey(source).split(' ');
  return (english.match(/\p{L}[\p{L}'’]*/gu) ?? []).every((word, at) => {
    const key = toKey(word);
    if (key.length < 3 || isEnglishWord(key)) return true;
    // "dirac" of "diraca".
    if (key.length > 3 && copied.some((form) => form.startsWith(key))) return true;
    return /^\p{Lu}/u.test(word) && (at > 0 || isExplained(word));
  });
}

/** How well the lexicon can follow a translation. */
export type Coverage = {
  /** Share of the Somali's known words that the English has an equivalent of; `null` where none is known. */
  somali: number | null;
  /** Share of the English's words of meaning that a Somali word explains. */
  english: number | null;
};

const emptyEnglish = setOfWords(englishWords.emptyEnglish);

/** An English word without its endings, so that "medicines" and "medicine", "stopped" and "stop" are one. */
const stem = (word: string): string =>
  word
    .replace(/'s?$/, '')
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ing|ed|es|s|er|ly|e)$/, '')
    .replace(/(.)\1$/, '$1');

/** Compares the words of both sides through the lexicon. */
export function measureCoverage(source: string, english: string): Coverage {
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
