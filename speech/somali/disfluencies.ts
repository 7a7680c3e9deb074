import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept, pauseBetween } from './kept-words.ts';
import { setOfWords, wordsOf } from './word-list.ts';

/** Sounds that are no word of Somali. */
const nonLexicalSounds = setOfWords('eh ehm em emm mm mmm hm hmm uh uhm um aam eem');

/** Real words (a conjunction, a copula) that are also hesitations: taken out only when they stand alone between pauses. */
const hesitations = setOfWords('ee aa ah eeh aah');

/** The copula and the conjunction among them hold a phrase together: one stays of any number. */
const linkers = setOfWords('ah ee');

/** Never doubled on purpose, as content words (`yar yar`, small ones), `aad aad u` and `in in ka badan` are. */
const neverDoubled = wordsOf('neverDoubled');

/** `in in aan` stutters; in `in in ka badan` (that more than) the second is a noun. */
const afterIn = setOfWords('aan aad uu ay aannu aynu aanay aanu la lagu loo laga');

/** Words that other words begin with: a thing, a time, a number of times. */
const wordsThatBeginOthers = setOfWords('wax mar hal sid kol in');

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
    const [next, afterNext = ''] = kept.slice(at + 1, at + 3).map((other) => other.word.text);
    if (next === undefined) return;
    const isDoubled = next === word.text && (neverDoubled.has(next) || (next === 'in' && afterIn.has(afterNext)));
    if (isDoubled || isBrokenStart(word.text, next)) edited[index] = { ...word, text: '' };
  });
  return edited;
}
