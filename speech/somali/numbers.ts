import type { TranscribedWord } from '#shared/transcript.ts';
import { readAmount, type SpokenAmount } from './amounts.ts';
import { readDigitString } from './digit-strings.ts';
import { listKept } from './kept-words.ts';
import { months } from './names.ts';
import { amountWords, isPartOfNumber } from './number-words.ts';
import { isYear } from './years.ts';

const digitsFrom = 10;
const commaFrom = 1_000;
const demonstratives = new Set(['afartan', 'lixdan']);
const millionWord = /^(?:m[ai]l|bil)y(?:an|uun)$/;

type Place = { words: readonly string[]; at: number; amount: SpokenAmount };

function isWrittenInDigits({ words, at, amount }: Place): boolean {
  if (amount.written !== undefined) return true;
  const after = words[at + amount.length] ?? '';
  const afterLink = after === 'oo' ? (words[at + amount.length + 1] ?? '') : after;
  if (amountWords.has(afterLink)) return true;
  if (months.has(after) && amount.value <= 31) return true;
  // Bare, they are more often "these four" and "these six".
  if (amount.length === 1 && demonstratives.has(words[at] ?? '')) return false;
  return amount.isCompound && amount.value >= digitsFrom;
}

function writeValue(place: Place, followsYear: boolean): string {
  const { words, at, amount } = place;
  if (amount.written !== undefined) return amount.written;
  if (amount.value < commaFrom || isYear(words, at, amount, followsYear)) return String(amount.value);
  const last = words[at + amount.length - 1] ?? '';
  const scale = last.startsWith('b') ? 1_000_000_000 : 1_000_000;
  if (millionWord.test(last) && amount.value % scale === 0)
    return `${(amount.value / scale).toLocaleString('en')} ${last}`;
  // Whole thousands of money stay readable: `10 kun oo shilin`.
  const isMoney = [0, 1].some((offset) => amountWords.has(words[at + amount.length + offset] ?? ''));
  if (isMoney && amount.value % 5_000 === 0 && amount.value < 1_000_000) return `${amount.value / 1_000} kun`;
  return amount.value.toLocaleString('en');
}

type Written = { length: number; text?: string | undefined; isYear?: boolean };

function writeAt(words: readonly string[], at: number, followsYear: boolean): Written | undefined {
  const digitString = readDigitString(words, at);
  if (digitString) return { length: digitString.length, text: digitString.written };
  const amount = readAmount(words, at);
  if (!amount) return undefined;
  const place = { words, at, amount };
  if (!isWrittenInDigits(place) || isPartOfNumber(words, at, amount.length)) return { length: amount.length };
  const value = writeValue(place, followsYear);
  return {
    length: amount.length,
    text: amount.article === undefined ? value : `${value}-${amount.article}`,
    isYear: amount.written === undefined && isYear(words, at, amount, followsYear),
  };
}

/** Writes number phrases in digits where a newspaper would; the phrase's first word carries them, the others fall away. */
export function writeNumbers(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  const texts = kept.map(({ word }) => word.text);
  let yearEndsAt = -1;
  for (let at = 0; at < texts.length; at += 1) {
    const isLinked = texts[at - 1] === 'ilaa' || texts[at - 1] === 'iyo';
    const written = writeAt(texts, at, isLinked && yearEndsAt === at - 1);
    if (!written) continue;
    const { length, text } = written;
    if (text !== undefined) {
      kept.slice(at, at + length).forEach(({ word, index }, offset) => {
        edited[index] = { ...word, text: offset === 0 ? text : '' };
      });
    }
    if (written.isYear) yearEndsAt = at + length;
    at += length - 1;
  }
  return edited;
}
