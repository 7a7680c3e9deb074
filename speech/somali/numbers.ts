import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept } from './kept-words.ts';
import { months } from './names.ts';

/** Somali number words as they are spoken (models.md §7), both orders of unit and ten. */
const units: ReadonlyMap<string, number> = new Map([
  ['kow', 1],
  ['hal', 1],
  ['mid', 1],
  ['laba', 2],
  ['labo', 2],
  ['saddex', 3],
  ['sadex', 3],
  ['afar', 4],
  ['shan', 5],
  ['lix', 6],
  ['toddoba', 7],
  ['todoba', 7],
  ['todobo', 7],
  ['siddeed', 8],
  ['sideed', 8],
  ['sagaal', 9],
]);

const tens: ReadonlyMap<string, number> = new Map([
  ['toban', 10],
  ['labaatan', 20],
  ['soddon', 30],
  ['sodon', 30],
  ['afartan', 40],
  ['konton', 50],
  ['lixdan', 60],
  ['toddobaatan', 70],
  ['todobaatan', 70],
  ['siddeetan', 80],
  ['sideetan', 80],
  ['sagaashan', 90],
]);

const scales: readonly { words: readonly string[]; value: number }[] = [
  { words: ['bilyan', 'bilyuun'], value: 1_000_000_000 },
  { words: ['malyan', 'milyan', 'malyuun', 'milyuun'], value: 1_000_000 },
  { words: ['kun'], value: 1_000 },
  { words: ['boqol'], value: 100 },
];

type NumberPhrase = {
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
  const [, stem = '', letter = '', ending = ''] = (isJoined && articled.exec(word)) || [];
  const value = map.get(stem);
  return value === undefined ? undefined : { value, length: 1, isCompound: true, article: letter + ending };
}

const addRest = (head: number, length: number, rest: NumberPhrase): NumberPhrase => ({
  ...rest,
  value: head + rest.value,
  length: length + rest.length,
  isCompound: true,
});

/** 1–99: a unit, a ten, or both joined by `iyo` in either order. */
function readBelowHundred(words: readonly string[], at: number, isJoined: boolean): NumberPhrase | undefined {
  const [first = '', link, second = ''] = words.slice(at, at + 3);
  const unit = readOne(units, first, isJoined);
  const head = unit ?? readOne(tens, first, isJoined);
  if (head === undefined || head.article !== undefined || link !== 'iyo') return head;
  const joined = readOne(unit === undefined ? units : tens, second, true);
  // `labaatan iyo laba boqol` is twenty and two hundred, not 22 hundreds; `labaatan iyo laba kun` is 22,000.
  if (joined === undefined || (unit === undefined && words[at + 3] === 'boqol')) return head;
  return addRest(head.value, 2, joined);
}

const isBig = (scale: { value: number }) => scale.value >= 1_000;

/** Where the scale word stands after a count: at once, or behind `oo` (`laba boqol oo kun`). */
function findScale(words: readonly string[], at: number, scale: (typeof scales)[number]): number | undefined {
  if (scale.words.includes(words[at] ?? '')) return at;
  const isLinked = isBig(scale) && words[at] === 'oo' && words[at - 1] === 'boqol';
  return isLinked && scale.words.includes(words[at + 1] ?? '') ? at + 1 : undefined;
}

type Reading = { words: readonly string[]; at: number; isJoined: boolean };

/** A number below `limit`: an optional count, a scale word, and an optional rest joined by `iyo`. */
function readBelow({ words, at, isJoined }: Reading, limit: number): NumberPhrase | undefined {
  const scale = scales.find(({ value }) => value < limit);
  if (!scale) return readBelowHundred(words, at, isJoined);
  const count = readBelow({ words, at, isJoined }, scale.value);
  const scaleAt = count?.article === undefined ? findScale(words, at + (count?.length ?? 0), scale) : undefined;
  if (scaleAt === undefined) return count;
  const head = { value: (count?.value ?? 1) * scale.value, length: scaleAt + 1 - at, isCompound: true };
  const hasLink = words[scaleAt + 1] === 'iyo';
  const restAt = scaleAt + 1 + (hasLink ? 1 : 0);
  const rest = readBelow({ words, at: restAt, isJoined: hasLink }, scale.value);
  // Without `iyo` only a smaller scale may follow: `kun sagaal boqol`, but not `boqol laba` (a hundred; two …).
  if (!rest || (!hasLink && rest.value < 100)) return head;
  return addRest(head.value, restAt - at, rest);
}

/** The longest number that begins at word `at` (lower-case words), or `undefined`. */
function readNumber(words: readonly string[], at: number): NumberPhrase | undefined {
  return readBelow({ words, at, isJoined: false }, 1_000_000_000_000);
}

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
