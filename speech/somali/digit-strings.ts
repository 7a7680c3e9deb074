import { amountWords, countedWords, readDigit, readNumber, readPair, scaleOf } from './number-words.ts';

/** What a row of digits is the number of: a telephone, a code, an account, a card. */
const cue =
  /^(?:lambar|nambar|numbar|taleefan|taleefoon|telefoon|telefon|talefoon|moobil|mobile|koodh|koodka|koodku|kood$|akoon|koonto|kaarka|kaarkayg|kaadhka|pin|otp|zaad|evc|whatsapp|furaha|furaheed|garaac|wac$)/;
/** How far back one counts, in words. */
const cueReach = 9;

type DigitString = {
  /** How many words it takes. */
  length: number;
  /** The digits; `undefined` where the row stays in words, all of it. */
  written?: string;
};

type Token = { digits: string; length: number };

/** One digit, a pair, and with a cue a hundred and its rest (`laba boqol iyo konton iyo laba`, the code of Somalia). */
function readToken(words: readonly string[], at: number, hasCue: boolean): Token | undefined {
  const number = readNumber(words, at);
  if (number && number.value >= 100) {
    const isPlain = number.article === undefined && number.value < 1_000 && hasCue;
    const after = words[at + number.length] ?? '';
    if (!isPlain || after === 'oo' || amountWords.has(after)) return undefined;
    return { digits: String(number.value), length: number.length };
  }
  const pair = readPair(words, at);
  if (pair && pair.value >= 10 && pair.article === undefined) {
    return { digits: String(pair.value), length: pair.length };
  }
  const digit = readDigit(words[at]);
  return digit === undefined || scaleOf(words[at + 1]) !== undefined ? undefined : { digits: digit, length: 1 };
}

const lengthOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { length }) => sum + length, 0);

function readTokens(words: readonly string[], at: number, hasCue: boolean): Token[] {
  const tokens: Token[] = [];
  for (let next = readToken(words, at, hasCue); next; next = readToken(words, at + lengthOf(tokens), hasCue)) {
    tokens.push(next);
  }
  // `… laba qof`: the last one counts what follows.
  const after = words[at + lengthOf(tokens)] ?? '';
  return amountWords.has(after) || countedWords.has(after) ? tokens.slice(0, -1) : tokens;
}

/** `kow laba saddex …`, `toban labaatan soddon …`: counting. */
function isCounting(tokens: readonly Token[]): boolean {
  const steps = tokens.slice(1).map(({ digits }, at) => Number(digits) - Number(tokens[at]?.digits));
  return steps.every((step) => step === steps[0]);
}

/** As many digits as this, said one by one, are a number to be written down. */
const shortestWithoutCue = 6;
const shortestWithCue = 4;
/** `lambarku waa kow kow laba`. */
const shortestAfterCue = 3;

/** `lambarku waa …`, `garaac …`: nothing but the number can follow. */
const announces = (words: readonly string[], at: number): boolean =>
  cue.test(words[at - 1] ?? '') || words[at - 1] === 'waa';

/** One run of digits; only the sixteen of a bank card stand in fours, as they do on the card. */
const group = (digits: string): string => (digits.length === 16 ? digits.replace(/\d{4}(?=\d)/g, '$& ') : digits);

/** A telephone, card or account number from word `at`, all in digits or all in words; `undefined` for no such row. */
export function readDigitString(words: readonly string[], at: number): DigitString | undefined {
  const hasCue = words.slice(Math.max(0, at - cueReach), at).some((word) => cue.test(word));
  const tokens = readTokens(words, at, hasCue);
  if (tokens.length < 2) return undefined;
  const digits = tokens.map((token) => token.digits).join('');
  const length = lengthOf(tokens);
  const isSaidApart = tokens.every((token) => token.digits.length === 1);
  const isSure = hasCue
    ? digits.length >= shortestWithCue || (isSaidApart && digits.length >= shortestAfterCue && announces(words, at))
    : digits.length >= shortestWithoutCue && tokens.length >= 4 && !isCounting(tokens);
  if (isSure) return { length, written: group(digits) };
  return hasCue || tokens.length > 2 ? { length } : undefined;
}
