import type { TranscribedWord } from '#shared/transcript.ts';
import { neverDoubled, wordsThatBeginOthers } from '../somali/fillers.ts';
import { listKept } from './kept-words.ts';

/** `u u`, `i i`, `ka ka`… across a verb's prepositions can be right, so single letters are left alone. */
const shortestFragment = 2;

/** A broken-off start: two letters or more, no word of its own, that the next word begins with (`wax waxaan`). */
function isBrokenStart(fragment: string, next: string): boolean {
  return (
    fragment.length >= shortestFragment &&
    fragment.length <= 4 &&
    next.length > fragment.length + 1 &&
    next.startsWith(fragment) &&
    neverDoubled.has(next) &&
    !neverDoubled.has(fragment) &&
    !wordsThatBeginOthers.has(fragment)
  );
}

/** Keeps the last of a repeated function word and takes out starts that were broken off before one. */
export function collapseStutters(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  kept.forEach(({ word, index }, at) => {
    const next = kept[at + 1]?.word.text;
    if (next === undefined) return;
    if ((next === word.text && neverDoubled.has(next)) || isBrokenStart(word.text, next))
      edited[index] = { ...word, text: '' };
  });
  return edited;
}
