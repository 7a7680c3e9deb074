import type { TranscribedWord } from '#shared/transcript.ts';
import { months } from '../somali/names.ts';
import { type NumberPhrase, readNumber } from '../somali/numbers.ts';
import { listKept } from './kept-words.ts';

/** After a small number these turn it into an amount: `shan doollar` → `5 doollar`. */
const amountWords = new Set(['shilin', 'doolar', 'doollar', 'yuuro', 'riyaal', 'birr', 'gini', 'boqolkiiba']);

const digitsFrom = 10;
const commaFrom = 1_000;
/** A year is printed without a comma. */
const isYear = (value: number) => value >= 1_000 && value <= 2_100;
const yearWord = /^san(n)?ad|^bisha$/;

const demonstratives = new Set(['afartan', 'lixdan']);
const million = 1_000_000;
const millionWord = /^m[ai]ly(?:an|uun)$/;

type Place = { words: readonly string[]; at: number; phrase: NumberPhrase };

function isWrittenInDigits({ words, at, phrase }: Place): boolean {
  const before = words[at - 1] ?? '';
  const after = words[at + phrase.length] ?? '';
  const afterLink = after === 'oo' ? (words[at + phrase.length + 1] ?? '') : after;
  if (amountWords.has(afterLink) || before === 'boqolkiiba') return true;
  if (months.has(after) && phrase.value <= 31) return true;
  // Bare, they are more often "these four" and "these six".
  if (phrase.length === 1 && demonstratives.has(words[at] ?? '')) return false;
  return phrase.isCompound && phrase.value >= digitsFrom;
}

function writeDigits(place: Place): string {
  const { article } = place.phrase;
  return article === undefined ? writeValue(place) : `${writeValue(place)}-${article}`;
}

function writeValue({ words, at, phrase }: Place): string {
  const context = words.slice(Math.max(0, at - 2), at);
  const afterDate = context.some((word) => yearWord.test(word) || months.has(word));
  const isSpokenYear = afterDate || phrase.article !== undefined;
  if (phrase.value < commaFrom || (isSpokenYear && isYear(phrase.value))) return String(phrase.value);
  const last = words[at + phrase.length - 1] ?? '';
  if (millionWord.test(last) && phrase.value % million === 0) return `${phrase.value / million} ${last}`;
  // Whole thousands of money stay readable: `10 kun oo shilin`.
  const isMoney =
    amountWords.has(words[at + phrase.length + 1] ?? '') || amountWords.has(words[at + phrase.length] ?? '');
  if (isMoney && phrase.value % 5_000 === 0 && phrase.value < 1_000_000) return `${phrase.value / 1_000} kun`;
  return phrase.value.toLocaleString('en');
}

/** Writes number phrases in digits where a newspaper would; the phrase's first word carries them, the others fall away. */
export function writeNumbers(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  const texts = kept.map(({ word }) => word.text);
  for (let at = 0; at < texts.length; at += 1) {
    const phrase = readNumber(texts, at);
    if (!phrase) continue;
    const place = { words: texts, at, phrase };
    if (isWrittenInDigits(place)) {
      kept.slice(at, at + phrase.length).forEach(({ word, index }, offset) => {
        edited[index] = { ...word, text: offset === 0 ? writeDigits(place) : '' };
      });
    }
    at += phrase.length - 1;
  }
  return edited;
}
