import type { TranscribedWord } from '#shared/transcript.ts';
import { hesitations, linkers, nonLexicalSounds } from '../somali/fillers.ts';
import { listKept, pauseBetween } from './kept-words.ts';

/** A sound that may be a hesitation: silence around one is searching for a word, not the end of a sentence. */
export const soundsHesitant = (raw: string): boolean => nonLexicalSounds.has(raw) || hesitations.has(raw);

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
    if (nonLexicalSounds.has(word.text) || isHesitation) edited[index] = { ...word, text: '' };
  });
  return edited;
}
