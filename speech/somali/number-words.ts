import { listWords, setOfWords, wordsOf } from './word-list.ts';

/** Spellings of a number divided by slashes, the numbers by spaces: the first is worth `step`, the next twice that. */
const countBy = (step: number, spoken: string): ReadonlyMap<string, number> =>
  new Map(listWords(spoken).flatMap((forms, at) => forms.split('/').map((word) => [word, step * (at + 1)] as const)));

// Somali number words as they are spoken (models.md §7), both orders of unit and ten.
const units = countBy(
  1,
  'kow/hal/mid laba/labo saddex/sadex/saddax afar shan lix toddoba/todoba/todobo siddeed/sideed sagaal',
);
const tens = countBy(
  10,
  'toban labaatan soddon/sodon afartan konton lixdan toddobaatan/todobaatan siddeetan/sideetan sagaashan',
);

const scales: readonly { words: readonly string[]; value: number }[] = [
  { words: ['bilyan', 'bilyuun'], value: 1_000_000_000 },
  { words: ['malyan', 'milyan', 'malyuun', 'milyuun'], value: 1_000_000 },
  { words: ['kun'], value: 1_000 },
  { words: ['boqol'], value: 100 },
];

const zeros = setOfWords('eber sifir');

/** The value of a number word by itself, as `laba`, `labaatan` and `kun`; `undefined` for any other word. */
export const valueOfWord = (word: string): number | undefined =>
  units.get(word) ?? tens.get(word) ?? scaleOf(word) ?? (zeros.has(word) ? 0 : undefined);

/** What a word multiplies a count by: `kun` a thousand times; `undefined` for any other word. */
export const scaleOf = (word = ''): number | undefined => scales.find(({ words }) => words.includes(word))?.value;

export type NumberPhrase = {
  value: number;
  /** How many words it takes. */
  length: number;
  /** False for a bare unit: `laba`, `mid`, `hal` are articles and pronouns too. */
  isCompound: boolean;
  /** The article spoken on its last word: `shan iyo labaatankii` → `kii`. */
  article?: string;
};

const articled = /^(.+?)(k|t|d)(ii|a|u|an|aas|aa|iiba)$/;

/** A unit or ten; after another number (`isJoined`) its article may stand on it, as years are spoken: `lixdankii`. */
function readOne(map: ReadonlyMap<string, number>, word: string, isJoined: boolean): NumberPhrase | undefined {
  const plain = map.get(word);
  if (plain !== undefined) return { value: plain, length: 1, isCompound: map === tens };
  // `lixdan` is sixty, not `lix` with an article.
  const isArticled = isJoined && !tens.has(word);
  const [, stem = '', letter = '', ending = ''] = (isArticled && articled.exec(word)) || [];
  const value = map.get(stem);
  return value === undefined ? undefined : { value, length: 1, isCompound: true, article: letter + ending };
}

const addRest = (head: number, length: number, rest: NumberPhrase): NumberPhrase => ({
  ...rest,
  value: head + rest.value,
  length: length + rest.length,
  isCompound: true,
});

type Reading = {
  words: readonly string[];
  at: number;
  /** After `iyo`: the last word may carry an article. */
  isJoined: boolean;
  /** The `kun` or more that it is a rest of: a second one begins another number, `kun sagaal boqol … iyo laba kun`. */
  within: number;
};

/** 1–99: a unit, a ten, or both joined by `iyo` in either order. */
function readBelowHundred({ words, at, isJoined, within }: Reading): NumberPhrase | undefined {
  const [first = '', link, second = '', next = ''] = words.slice(at, at + 4);
  const unit = readOne(units, first, isJoined);
  const head = unit ?? readOne(tens, first, isJoined);
  if (head === undefined || head.article !== undefined || link !== 'iyo') return head;
  const joined = readOne(unit === undefined ? units : tens, second, true);
  // `labaatan iyo laba boqol` is twenty and two hundred, not 22 hundreds; `labaatan iyo laba kun` is 22,000.
  const startsAnother = unit === undefined && (next === 'boqol' || (scaleOf(next) ?? 0) >= within);
  return joined === undefined || startsAnother ? head : addRest(head.value, 2, joined);
}

/** Where the scale word stands after a count: at once, or behind `oo` (`laba boqol oo kun`). */
function findScale(words: readonly string[], at: number, value: number): number | undefined {
  if (scaleOf(words[at]) === value) return at;
  const isLinked = value >= 1_000 && words[at] === 'oo' && words[at - 1] === 'boqol';
  return isLinked && scaleOf(words[at + 1]) === value ? at + 1 : undefined;
}

/** A number below `limit`: an optional count, a scale word, and an optional rest joined by `iyo`. */
function readBelow(reading: Reading, limit: number): NumberPhrase | undefined {
  const { words, at } = reading;
  const scale = scales.find(({ value }) => value < limit);
  if (!scale) return readBelowHundred(reading);
  const count = readBelow(reading, scale.value);
  const scaleAt = count?.article === undefined ? findScale(words, at + (count?.length ?? 0), scale.value) : undefined;
  // `toban boqol iyo afartan kun` is ten and 140,000: hundreds are counted up to nine.
  const isTooMany = scale.value === 100 && (count?.value ?? 1) > 9;
  if (scaleAt === undefined || isTooMany) return count;
  const head = { value: (count?.value ?? 1) * scale.value, length: scaleAt + 1 - at, isCompound: true };
  const hasLink = words[scaleAt + 1] === 'iyo';
  const restAt = scaleAt + 1 + (hasLink ? 1 : 0);
  const within = scale.value >= 1_000 ? scale.value : reading.within;
  const rest = readBelow({ words, at: restAt, isJoined: hasLink, within }, scale.value);
  // Without `iyo` tens and more may follow: `kun sagaal boqol laba iyo sagaashan`, but not `boqol laba` (a hundred; two …).
  if (!rest || (!hasLink && rest.value < 10)) return head;
  if ((scaleOf(words[restAt + rest.length]) ?? 0) >= within) return head;
  // `bilyan iyo milyan` names two numbers.
  if (hasLink && (scaleOf(words[restAt]) ?? 0) >= 1_000_000) return head;
  return addRest(head.value, restAt - at, rest);
}

/** The longest number that begins at word `at` (lower-case words), or `undefined`. */
export const readNumber = (words: readonly string[], at: number): NumberPhrase | undefined =>
  readBelow({ words, at, isJoined: false, within: Number.POSITIVE_INFINITY }, 1_000_000_000_000);

/** `afar`, `toban`, `labaatan iyo shan`: what one says of a telephone number in one breath. */
export const readPair = (words: readonly string[], at: number): NumberPhrase | undefined =>
  readBelowHundred({ words, at, isJoined: false, within: Number.POSITIVE_INFINITY });

/** A digit by its name: `eber` → `0`, `lix` → `6`. */
export const readDigit = (word = ''): string | undefined =>
  zeros.has(word) ? '0' : units.has(word) ? String(units.get(word)) : undefined;

/** `labada`, `shanteeda`, `toddobaad`, `afartanna`: a number with an ending that says more than how many. */
const isInflectedNumber = (word = ''): boolean =>
  /^(?:kow|koow|laba|labo|saddex|afar|shan|lix|toddob|todob|siddeed|sideed|sagaal|toban|tobn|soddon|konton|siddeetan|boqol)./.test(
    word,
  ) &&
  !units.has(word) &&
  !tens.has(word) &&
  word !== 'boqolkiiba';

/** Uncounted many, or a part of what follows: `dhowr milyan`, `boqollaal kun`, `nus milyan`. */
const vague = wordsOf('vagueNumbers');

/** Only a part of what is said: `labadii kun`, `nus milyan`, `7 milyan`, `dhowr iyo toban`, `toban iyo shanteeda`. */
export function isPartOfNumber(words: readonly string[], at: number, length: number): boolean {
  const [before = '', last = ''] = [words[at - 2], words[at - 1]];
  const completes = (word: string) => isInflectedNumber(word) || vague.has(word) || /^\$?\d/.test(word);
  if (scaleOf(words[at]) !== undefined && completes(last)) return true;
  if (last === 'iyo' && (vague.has(before) || isInflectedNumber(before)) && words[at] === 'toban') return true;
  return words[at + length] === 'iyo' && isInflectedNumber(words[at + length + 1]);
}

/** After a small number these turn it into an amount: `shan doollar` → `5 doollar`. */
export const amountWords = setOfWords('shilin doolar doollar yuuro riyaal birr gini');

/** Measures that decimals are given in: `saddex dhibic laba kiilo` → `3.2 kiilo`. */
export const measures = wordsOf('measures');

/** What a number before it counts: the number is an amount, no digit of a row and no decimal. */
export const countedWords: ReadonlySet<string> = new Set([...wordsOf('countedWords'), ...measures]);
