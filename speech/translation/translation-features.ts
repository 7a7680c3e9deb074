import { measureRepetition } from './repeated-ngrams.ts';

/** Signs of a translation gone wrong, beside its own probabilities (models.md §6.2). */
export type TranslationFeatures = {
  /** Lowest mean log probability among the pieces that were translated by themselves. */
  worstPieceLogProbability: number;
  /** English characters for each Somali character; 0.7 to 1.6 is usual. */
  lengthRatio: number;
  /** Share of the Somali words that stand unchanged in the English; names and numbers do so rightly. */
  copiedShare: number;
  /** Share of the English token pairs that came before, in [0, 1]. */
  repeatedNgramRate: number;
  /** Share of the Somali tokens that the model does not know. */
  unknownShare: number;
  /** The translation ran into its length limit, so its end is missing. */
  isTruncated: boolean;
};

const readWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

export function measureLengthRatio(source: string, translation: string): number {
  return source.length > 0 ? translation.length / source.length : 0;
}

export function measureCopiedShare(source: string, translation: string): number {
  const words = readWords(source);
  const english = new Set(readWords(translation));
  return words.length > 0 ? words.filter((word) => english.has(word)).length / words.length : 0;
}

export function measureUnknownShare(ids: readonly number[], unknownId: number | undefined): number {
  return ids.length > 0 ? ids.filter((id) => id === unknownId).length / ids.length : 0;
}

/** A text that writes more than this share of its token pairs twice is taken for a loop. */
const loopRate = 0.3;

/** Repetition that the source does not explain. */
export function isLooping(ids: readonly number[], source: readonly number[]): boolean {
  return measureRepetition(ids) - measureRepetition(source) > loopRate;
}
