import type { LanguageWeights } from '../../models/resolve-models.ts';
import type { SomaliMask } from './posteriors.ts';
import type { LanguageModel } from './prefix-beam-search.ts';

/** A byte of an n-gram file is −16 ln p. */
export const stepsPerNat = 16;

/**
 * Reads an n-gram file from its front to its end; `name` says in an error which file it is.
 * @throws {RangeError} for a file that does not begin with `magic`, and from each take beyond its end.
 */
export function openLmFile(bytes: Uint8Array, magic: string, name: string) {
  if (String.fromCharCode(...bytes.subarray(0, magic.length)) !== magic) throw new RangeError(`not a ${name}`);
  let at = magic.length;
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    if (at + length > bytes.length) throw new RangeError(`the ${name} is cut short`);
    at += length;
    // Copied: a Buffer's own slice would share memory that may not lie on a multiple of four.
    return new Uint8Array(bytes.subarray(at - length, at));
  };
  return {
    take,
    takeUint16: (count: number) => new Uint16Array(take(2 * count).buffer),
    takeUint32: (count: number) => new Uint32Array(take(4 * count).buffer),
  };
}

type LmFile = ReturnType<typeof openLmFile>;

/** Where `wanted` stands among rising values from `start` up to `end`; −1 where it does not. */
export function findSorted(values: Uint16Array | Uint32Array, wanted: number, start: number, end: number): number {
  let low = start;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = values[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The letters of the file's codes: 1 is the space. */
const alphabet = " 'abcdefghijklmnopqrstuvwxyz";
const bitsPerLetter = 5;
const magic = 'SLM1';

export const letterCode = (letter: string): number => alphabet.indexOf(letter) + 1;
const letterCount = alphabet.length;

/** Contexts of one length, in rising order of their codes; `starts` counts the letters that follow those before. */
type Contexts = { keys: Uint32Array; backOff: Uint8Array; starts: Uint32Array; letters: Uint8Array; costs: Uint8Array };

/** Reads what `lab/training/letter_model.py` writes. @throws {RangeError} for another file. */
export function readNgramContexts(bytes: Uint8Array) {
  const file = openLmFile(bytes, magic, 'character n-gram LM');
  const [lengths = 0] = file.take(1);
  const levels = Array.from({ length: lengths }, () => readLevel(file));
  return {
    /** Letters of the longest context. */
    longest: levels.length - 1,
    /** −ln p of each letter (by its code, 1 to 28) after `codes`, newest last. */
    costsAfter: (codes: readonly number[]): Float32Array => measureCosts(levels, codes),
  };
}

export type NgramContexts = ReturnType<typeof readNgramContexts>;

function readLevel(file: LmFile): Contexts {
  const [count = 0] = file.takeUint32(1);
  const keys = file.takeUint32(count);
  const backOff = file.take(count);
  const starts = new Uint32Array(count + 1);
  file.take(count).forEach((following, i) => {
    starts[i + 1] = (starts[i] ?? 0) + following;
  });
  const total = starts[count] ?? 0;
  return { keys, backOff, starts, letters: file.take(total), costs: file.take(total) };
}

/** From the empty context to the longest: each one raises what came before by its weight, and sets what it has seen. */
function measureCosts(levels: readonly Contexts[], codes: readonly number[]): Float32Array {
  const costs = new Float32Array(letterCount + 1).fill(Math.log(letterCount));
  let key = 0;
  for (const [length, { keys, backOff, starts, letters, costs: known }] of levels.entries()) {
    if (length > codes.length) break;
    if (length > 0) key += (codes[codes.length - length] ?? 0) * 2 ** (bitsPerLetter * (length - 1));
    const place = findSorted(keys, key, 0, keys.length);
    if (place < 0) continue;
    const weight = (backOff[place] ?? 0) / stepsPerNat;
    for (let letter = 1; letter <= letterCount; letter += 1) costs[letter] = (costs[letter] ?? 0) + weight;
    for (let i = starts[place] ?? 0; i < (starts[place + 1] ?? 0); i += 1) {
      costs[letters[i] ?? 0] = (known[i] ?? 0) / stepsPerNat;
    }
  }
  return costs;
}

/** Chosen on clips of synthesisers that trained nothing. */
const defaultWeights: LanguageWeights = { weight: 1, letterBonus: 1.5 };

/** Contexts kept ready for the beam; a 30 s clip meets a few thousand. */
const maxCachedRows = 20_000;
/** A digit, say, which no text behind the model holds: as likely as any letter that was never seen. */
const unknownCost = Math.log(letterCount);

export type LetterModel = LanguageModel &
  LanguageWeights & {
    /** ln P of a word's letters and the space after it, from a word's start; no weight, no bonus. */
    spell(word: readonly number[]): number;
  };

/**
 * The letter n-grams of `letter-model.bin` as scores for the prefix beam search:
 * `weight · ln P(text | last letters) + letterBonus` for each class of the mask.
 * @throws {RangeError} for a file of another kind.
 */
export function loadNgramLm(bytes: Uint8Array, mask: SomaliMask, weights = defaultWeights): LetterModel {
  const { weight, letterBonus } = weights;
  const contexts = readNgramContexts(bytes);
  const codes = mask.texts.map((text) => [...text].map(letterCode));
  const rows = new Map<number, Float32Array>();
  const scoreRow = (context: readonly number[]) => {
    const costs = contexts.costsAfter(context);
    return Float32Array.from(codes, ([first, ...rest], label) => {
      if (first === undefined) return 0;
      let cost = costs[first] ?? unknownCost;
      const before = [...context, first];
      // A class may be several letters (`sh`).
      for (const code of rest) {
        cost += contexts.costsAfter(before.slice(-contexts.longest))[code] ?? unknownCost;
        before.push(code);
      }
      return letterBonus * (codes[label]?.length ?? 0) - weight * cost;
    });
  };
  function scoreNext(path: readonly number[]): Float32Array {
    // A text begins as a word does.
    const context = [letterCode(' '), ...path.flatMap((label) => codes[label] ?? [])].slice(-contexts.longest);
    const key = context.reduce((sum, code) => sum * 32 + code, 0);
    const known = rows.get(key);
    if (known !== undefined) return known;
    if (rows.size >= maxCachedRows) rows.clear();
    const row = scoreRow(context);
    rows.set(key, row);
    return row;
  }
  return {
    ...weights,
    contextLength: contexts.longest,
    scoreNext,
    spell(word) {
      const spaced = [...word, mask.spaceClass];
      const score = spaced.reduce((sum, label, at) => sum + (scoreNext(word.slice(0, at))[label] ?? 0), 0);
      return (score - letterBonus * spaced.reduce((sum, label) => sum + (codes[label]?.length ?? 0), 0)) / weight;
    },
  };
}
