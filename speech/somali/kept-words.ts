import type { TranscribedWord } from '#shared/transcript.ts';

/** A word whose text is still there, with its place in the whole list. */
export type KeptWord = { word: TranscribedWord; index: number };

export const listKept = (words: readonly TranscribedWord[]): KeptWord[] =>
  words.map((word, index) => ({ word, index })).filter(({ word }) => word.text !== '');

/** Silence between the end of one word and the start of the next, in seconds; infinite at either end of the recording. */
export function pauseBetween(before: TranscribedWord | undefined, after: TranscribedWord | undefined): number {
  return before && after ? Math.max(0, after.startSeconds - before.endSeconds) : Number.POSITIVE_INFINITY;
}
