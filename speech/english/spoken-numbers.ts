import { valueOfWord } from '../somali/number-words.ts';
import { readTable, wordsOf } from '../somali/word-list.ts';

/** A number of a text: its value, and the values it is put together of. */
export type SpokenNumber = { value: number; parts: number[] };

type NumberWords = {
  valueOf(word: string): number | undefined;
  /** What joins two words of one number. */
  joiner: string;
};

const article =
  /^(?:d|t|k|g)?(?:a|aa|ii|een|eed|aas|aasi|an|uu|aan|ooda|iisa|eeda|ayda|aada|oodii|iinna|iina|eenna|eena)?(?:ba|na|se)?$/;

/** Number words by their kind, with their values. */
const table = readTable(new URL('spoken-numbers.tsv', import.meta.url));
const valuesOf = (wanted: string): ReadonlyMap<string, number> =>
  new Map(table.flatMap(([kind, word = '', value]) => (kind === wanted ? [[word, Number(value)]] : [])));

/** Spellings that the clean-up leaves alone. */
const spellings = valuesOf('somali');
const valueOfStem = (stem: string): number | undefined => valueOfWord(stem) ?? spellings.get(stem);

/** Ordinals that lose a vowel, and rough numbers. */
const irregular = valuesOf('somali whole');
/** A week, "and in", "percent": they only look like numbers. */
const notNumbers = wordsOf('notNumbers');

/** "labada", "saddexdii", "tobanka", "labaduba", "kunna": a number with an article or particle behind it; "labaad" is an ordinal. */
function somaliValue(word: string): number | undefined {
  const plain = valueOfStem(word) ?? irregular.get(word);
  if (plain !== undefined) return plain;
  if (notNumbers.has(word)) return undefined;
  const ordinal = /^(.*?)aad(?:ka|kii|da|dii)?$/.exec(word)?.[1];
  if (ordinal !== undefined) return valueOfStem(ordinal) ?? valueOfStem(`${ordinal}a`);
  for (let end = word.length - 1; end > 2; end -= 1) {
    const value = valueOfStem(word.slice(0, end));
    if (value !== undefined && value > 1 && article.test(word.slice(end))) return value;
  }
  return undefined;
}

const englishUnits = valuesOf('english');

const somali: NumberWords = { valueOf: somaliValue, joiner: 'iyo' };
const english: NumberWords = { valueOf: (word) => englishUnits.get(word), joiner: 'and' };

/** Digits keep their decimals and lose what separates thousands; a time of day is two numbers. */
const tokenPattern = /\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d{3})+(?!\d)|\d+(?:\.\d+)?|[\p{L}']+/gu;

function readToken(token: string, words: NumberWords): number | undefined {
  if (!/^\d/.test(token)) return words.valueOf(token);
  return Number(token.includes(',') ? token.replaceAll(',', '') : token.replaceAll(/\.(?=\d{3})/g, ''));
}

/** "laba boqol iyo konton", "two hundred and fifty": what multiplies follows what it counts, all else is added. */
function combine(parts: readonly number[]): number {
  const [first = 0, ...rest] = parts;
  if (isCentury(first) && (rest[0] ?? 100) < 100) return first * 100 + rest.reduce((sum, part) => sum + part, 0);
  let [total, current] = [0, 0];
  for (const part of parts) {
    if (part === 100) current = Math.max(current % 100, 1) * 100 + (current - (current % 100));
    else if (part >= 1000) {
      total += Math.max(current, 1) * part;
      current = 0;
    } else current += part;
  }
  return total + current;
}

function findNumbers(text: string, words: NumberWords): SpokenNumber[] {
  const found: SpokenNumber[] = [];
  let parts: number[] = [];
  let isJoined = false;
  const end = () => {
    if (parts.length > 0) found.push({ value: combine(parts), parts });
    parts = [];
  };
  for (const token of text.toLowerCase().replaceAll('-', ' ').match(tokenPattern) ?? []) {
    const value = readToken(token, words);
    if (value === undefined) {
      isJoined = token === words.joiner && parts.length > 0;
      if (!isJoined) end();
      continue;
    }
    const multiplies = value >= 100 && !/^\d/.test(token) && (parts.at(-1) ?? value) < value;
    if (parts.length > 0 && !isJoined && !multiplies && !followsTens(parts, value)) end();
    parts.push(value);
    isJoined = false;
  }
  end();
  return found;
}

/** "nineteen seventy-seven" is a year. */
const isCentury = (value: number): boolean => value >= 13 && value <= 19;

/** "twenty five", "two hundred five", "nineteen seventy". */
const followsTens = (parts: readonly number[], value: number): boolean => {
  const last = parts.at(-1) ?? 0;
  if (isCentury(last)) return value >= 10 && value < 100;
  return last >= 20 && value < last && (last % 10 === 0 || last >= 100);
};

export const findSomaliNumbers = (text: string): SpokenNumber[] => findNumbers(text, somali);
export const findEnglishNumbers = (text: string): SpokenNumber[] => findNumbers(text, english);
