import { clauseOpeners, focusWords } from './clauses.ts';
import { amountWords, measures, type NumberPhrase, readDigit, readNumber, readPair, scaleOf } from './number-words.ts';
import { setOfWords } from './word-list.ts';

/** `written` is the text of what no whole number says: decimals, millions and a half, percent. */
export type SpokenAmount = NumberPhrase & { written?: string };

const percent = 'boqolkiiba';
const halves = setOfWords('bar badh nus');
const quarters = setOfWords('rubuc rubac robac');

/** `iyo bar`, `iyo rubuc`, `iyo saddex rubuc` from word `at`. */
function readFraction(words: readonly string[], at: number): { value: number; length: number } | undefined {
  const [link, first = '', second = ''] = words.slice(at, at + 3);
  if (link !== 'iyo') return undefined;
  if (first === 'saddex' && quarters.has(second)) return { value: 0.75, length: 3 };
  if (quarters.has(first)) return { value: 0.25, length: 2 };
  return halves.has(first) ? { value: 0.5, length: 2 } : undefined;
}

const million = 1_000_000;

/** A count that is no whole number, of a hundred, a thousand, a million: `1,500`, `1.5 milyan`. */
function writeScaled(count: number, scaleWord: string, scale: number): string {
  const decimals = { maximumFractionDigits: 4 };
  if (scale >= million) return `${count.toLocaleString('en', decimals)} ${scaleWord}`;
  return (count * scale).toLocaleString('en', decimals);
}

const amountOf = (value: number, length: number, written: string): SpokenAmount => ({
  value,
  length,
  isCompound: true,
  written,
});

/** `hal iyo bar milyan`: the fraction stands before the scale word. */
function readHalfBefore(words: readonly string[], at: number, count: NumberPhrase): SpokenAmount | undefined {
  const fraction = readFraction(words, at + count.length);
  if (!fraction || count.value >= 1_000) return undefined;
  const scaleAt = at + count.length + fraction.length;
  const scaleWord = words[scaleAt] ?? '';
  const scale = scaleOf(scaleWord);
  if (scale === undefined) return undefined;
  const value = count.value + fraction.value;
  return amountOf(value * scale, scaleAt + 1 - at, writeScaled(value, scaleWord, scale));
}

/** `shan milyan iyo saddex rubuc`: the three belongs to the quarters. */
function withoutQuarters(words: readonly string[], at: number, whole: NumberPhrase): NumberPhrase {
  const [link, last, next = ''] = words.slice(at + whole.length - 2, at + whole.length + 1);
  const countsQuarters = link === 'iyo' && last === 'saddex' && quarters.has(next);
  return countsQuarters ? { ...whole, value: whole.value - 3, length: whole.length - 2 } : whole;
}

/** `saddex kun iyo bar`: the fraction is one of the scale word before it, the only one of the number. */
function readHalfAfter(words: readonly string[], at: number, number: NumberPhrase): SpokenAmount | undefined {
  const whole = withoutQuarters(words, at, number);
  const fraction = readFraction(words, at + whole.length);
  const spoken = words.slice(at, at + whole.length);
  const scaleWord = spoken.at(-1) ?? '';
  const scale = scaleOf(scaleWord);
  const isOnlyScale = spoken.filter((word) => scaleOf(word) !== undefined).length === 1;
  if (!fraction || scale === undefined || !isOnlyScale) return undefined;
  const value = whole.value / scale + fraction.value;
  return amountOf(value * scale, whole.length + fraction.length, writeScaled(value, scaleWord, scale));
}

/** `dhibic` is a point and a drop: where drops are spoken of, three drops twice a day must not become 3.2. */
const dropContext =
  /^(?:indh|isha$|dheg|daw|sank|kadhac|shub|kudar|cab|qaa[dt]|rid$|ridaa|tallaal|saliid|cadar|biy|roob)/;
const dropReach = 8;

/** What may follow a decimal and could not follow drops that are counted. */
const mayFollowDecimal = (words: readonly string[], at: number): boolean => {
  const next = words[at];
  if (next === undefined || next === 'boqolkiiba' || scaleOf(next) !== undefined) return true;
  const noun = next === 'oo' ? (words[at + 1] ?? '') : next;
  return amountWords.has(noun) || measures.has(noun) || clauseOpeners.has(next) || focusWords.has(next);
};

/** Digits after the point: one by one, or `labaatan iyo shan`. */
function readDecimals(words: readonly string[], at: number): { digits: string; length: number } | undefined {
  const pair = readPair(words, at);
  if (pair && pair.value >= 10)
    return pair.article === undefined ? { digits: String(pair.value), length: pair.length } : undefined;
  let digits = '';
  for (let digit = readDigit(words[at]); digit !== undefined; digit = readDigit(words[at + digits.length]))
    digits += digit;
  return digits === '' ? undefined : { digits, length: digits.length };
}

/** Behind `boqolkiiba` no drops are counted: there whatever may follow. */
function readDecimal(words: readonly string[], at: number, whole: NumberPhrase | undefined): SpokenAmount | undefined {
  const length = whole?.length ?? (readDigit(words[at]) === '0' ? 1 : 0);
  if (length === 0 || whole?.article !== undefined || words[at + length] !== 'dhibic') return undefined;
  const decimals = readDecimals(words, at + length + 1);
  if (!decimals) return undefined;
  const end = at + length + 1 + decimals.length;
  const speaksOfDrops = words.slice(Math.max(0, at - dropReach), at).some((word) => dropContext.test(word));
  if (words[at - 1] !== percent && (speaksOfDrops || !mayFollowDecimal(words, end))) return undefined;
  const written = `${whole?.value ?? 0}.${decimals.digits}`;
  const scaleWord = words[end] ?? '';
  const scale = scaleOf(scaleWord);
  if (scale === undefined) return amountOf(Number(written), end - at, written);
  return amountOf(Number(written) * scale, end + 1 - at, writeScaled(Number(written), scaleWord, scale));
}

function readAny(words: readonly string[], at: number): SpokenAmount | undefined {
  const whole = readNumber(words, at);
  const decimal = readDecimal(words, at, whole);
  if (decimal || !whole) return decimal;
  return readHalfBefore(words, at, whole) ?? readHalfAfter(words, at, whole) ?? whole;
}

/** What stands beside `boqolkiiba`: here `laba iyo bar` alone is 2.5. */
function writeShare(words: readonly string[], at: number): { written: string; amount: SpokenAmount } | undefined {
  const amount = readAny(words, at);
  if (!amount || amount.article !== undefined || amount.value > 1_000) return undefined;
  if (amount.written !== undefined) return { written: amount.written, amount };
  const fraction = readFraction(words, at + amount.length);
  const value = amount.value + (fraction?.value ?? 0);
  return { written: String(value), amount: { ...amount, value, length: amount.length + (fraction?.length ?? 0) } };
}

function readPercent(words: readonly string[], at: number): SpokenAmount | undefined {
  const isBefore = words[at] === percent;
  const share = writeShare(words, isBefore ? at + 1 : at);
  if (!share) return undefined;
  const end = at + share.amount.length;
  // `sannadkii … boqolkiiba afartan`: the word goes with the number that follows it.
  const isAfter = words[end] === percent && readAny(words, end + 1) === undefined;
  if (!isBefore && !isAfter) return undefined;
  return amountOf(share.amount.value, share.amount.length + 1, `${share.written}%`);
}

/** The longest amount that begins at word `at` (lower-case words): a number, a decimal, a number and a half, percent. */
export const readAmount = (words: readonly string[], at: number): SpokenAmount | undefined =>
  readPercent(words, at) ?? readAny(words, at);
