import { findSorted, type LetterModel, openLmFile, stepsPerNat } from './ngram-lm.ts';
import { type SomaliMask, splitWords, writeText } from './posteriors.ts';
import type { LanguageModel } from './prefix-beam-search.ts';

const magic = 'SWM1';
/** What the unigrams leave to a word that is not in the file. */
const unseen = 1e-7;

/**
 * Reads the word trigrams that `lab/training/word_model.py` writes and describes.
 * @throws {RangeError} for another file, or one that is cut short.
 * @example readWordTrigrams(await readFile('word-model.bin')).probability(['', 'waan'], 'ku')
 */
export function readWordTrigrams(bytes: Uint8Array) {
  const file = openLmFile(bytes, magic, 'word model');
  const [wordCount = 0, bigramCount = 0, trigramCount = 0, nameBytes = 0] = file.takeUint32(4);
  const words = new TextDecoder().decode(file.take(nameBytes)).split('\n').slice(0, wordCount);
  const [unigrams, weights] = [file.take(wordCount), file.take(wordCount)];
  const bigramStarts = file.takeUint32(wordCount + 1);
  const bigrams = {
    words: file.takeUint16(bigramCount),
    costs: file.take(bigramCount),
    weights: file.take(bigramCount),
  };
  const trigramStarts = file.takeUint32(bigramCount + 1);
  const trigrams = { words: file.takeUint16(trigramCount), costs: file.take(trigramCount) };
  const numbers = new Map(words.map((word, number) => [word, number]));
  const numberOf = (word: string) => (word === '' ? 0 : numbers.get(word));

  /** The place of `word` among the sorted followers between two starts; −1 where it is not listed. */
  const place = (followers: Uint16Array, starts: Uint32Array, at: number, word: number) =>
    findSorted(followers, word, starts[at] ?? 0, starts[at + 1] ?? 0);

  function afterOne(second: number | undefined, word: number): number {
    const alone = readByte(unigrams, word);
    if (second === undefined) return alone;
    const listed = place(bigrams.words, bigramStarts, second, word);
    return listed < 0 ? alone * readByte(weights, second) : readByte(bigrams.costs, listed);
  }

  return {
    has: (word: string): boolean => numbers.has(word),
    /** Probability of `text` after the two words before it; '' is the start of the text. */
    probability([older, newer]: readonly [string, string], text: string): number {
      const word = numberOf(text);
      if (word === undefined) return unseen;
      const [first, second] = [numberOf(older), numberOf(newer)];
      const pair = first === undefined || second === undefined ? -1 : place(bigrams.words, bigramStarts, first, second);
      if (pair < 0) return afterOne(second, word);
      const listed = place(trigrams.words, trigramStarts, pair, word);
      if (listed >= 0) return readByte(trigrams.costs, listed);
      return afterOne(second, word) * readByte(bigrams.weights, pair);
    },
  };
}

export type WordTrigrams = ReturnType<typeof readWordTrigrams>;

const readByte = (bytes: Uint8Array, at: number): number => Math.exp(-(bytes[at] ?? 255) / stepsPerNat);

/** The share of a word's probability that the trigrams decide; the letters decide the rest, so that any word can be spelt. */
const wordShare = 0.7;

type WordModelParts = {
  trigrams: WordTrigrams;
  mask: SomaliMask;
  letters: LetterModel;
};

/** Classes that are looked back at: three words of the longest. */
const contextLength = 60;
const mostCachedWords = 50_000;

/**
 * Adds word trigrams to a character n-gram LM: at the end of a word its letters' score is exchanged for
 * `ln(share · P(word | two before) + (1 − share) · P(letters))`, so that letters guide the beam inside a word and words
 * decide between words.
 */
export function preferLikelyWords(parts: WordModelParts): LanguageModel {
  const { trigrams, mask, letters } = parts;
  // The words' probabilities count as much as the letters'.
  const { weight, letterBonus } = letters;
  const spelt = new Map<string, number>();

  function spell(word: string, classes: readonly number[]): number {
    const known = spelt.get(word);
    if (known !== undefined) return known;
    if (spelt.size >= mostCachedWords) spelt.clear();
    const score = letters.spell(classes);
    spelt.set(word, score);
    return score;
  }

  const scoreSpace = (word: readonly number[]) => (letters.scoreNext(word)[mask.spaceClass] ?? 0) - letterBonus;

  /** What the end of the newest word in `path` changes; at the end of the text the letters gave it no space. */
  function exchange(path: readonly number[], isTextEnd: boolean): number {
    const [newest = [], ...before] = splitWords(path, mask).reverse();
    if (newest.length === 0) return 0;
    const word = writeText(newest, mask);
    const context: [string, string] = [writeText(before[1] ?? [], mask), writeText(before[0] ?? [], mask)];
    const asLetters = spell(word, newest);
    const mixed = wordShare * trigrams.probability(context, word) + (1 - wordShare) * Math.exp(asLetters);
    const given = weight * asLetters - (isTextEnd ? scoreSpace(newest) : 0);
    return weight * Math.log(mixed) - given;
  }

  return {
    contextLength: Math.max(contextLength, letters.contextLength),
    scoreNext(path) {
      const row = Float32Array.from(letters.scoreNext(path));
      row[mask.spaceClass] = (row[mask.spaceClass] ?? 0) + exchange(path, false);
      return row;
    },
    scoreEnd: (path) => exchange(path, true),
  };
}
