import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept, pauseBetween } from './kept-words.ts';

/** Sounds that are no word of Somali. */
const nonLexical = new Set(['eh', 'ehm', 'em', 'emm', 'mm', 'mmm', 'hm', 'hmm', 'uh', 'uhm', 'um', 'aam', 'eem']);

/** Real words (a conjunction, a copula) that are also hesitations: taken out only when they stand alone between pauses. */
const hesitations = new Set(['ee', 'aa', 'ah', 'eeh', 'aah']);

/** The copula and the conjunction among them hold a phrase together: one stays of any number. */
const linkers = new Set(['ah', 'ee']);

/** A sound that may be a hesitation: silence around one is searching for a word, not the end of a sentence. */
export const soundsHesitant = (raw: string): boolean => nonLexical.has(raw) || hesitations.has(raw);

const isolatingPauseSeconds = 0.35;

/** Takes out hesitation sounds. `haa` ("yes") always stays: alone between pauses it is an answer. */
export function removeFillers(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  kept.forEach(({ word, index }, at) => {
    const before = kept[at - 1]?.word;
    const after = kept[at + 1]?.word;
    const isAlone =
      pauseBetween(before, word) >= isolatingPauseSeconds && pauseBetween(word, after) >= isolatingPauseSeconds;
    // Of a stuttered `ah ah` or `ee ee` the last one is the word.
    const isRepeated = after?.text === word.text || (before?.text === word.text && !linkers.has(word.text));
    const isOnlyWord = kept.length === 1;
    const isHesitation = hesitations.has(word.text) && (isRepeated || (isAlone && !isOnlyWord));
    if (nonLexical.has(word.text) || isHesitation) edited[index] = { ...word, text: '' };
  });
  return edited;
}
