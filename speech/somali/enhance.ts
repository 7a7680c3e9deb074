import type { TranscribedWord } from '#shared/transcript.ts';
import { collapseStutters, removeFillers, soundsHesitant } from './disfluencies.ts';
import { type KeptWord, listKept } from './kept-words.ts';
import { joinLoanArticles } from './loans.ts';
import { capitaliseFirst, joinLanguageNames } from './names.ts';
import { writeNumbers } from './numbers.ts';
import { findOwnWords } from './own-words.ts';
import { punctuateSentence } from './punctuate.ts';
import { splitSentences } from './sentences.ts';
import { normaliseSpelling } from './spelling.ts';

/** A sentence of the enhanced transcript; `firstWord` is a place in the list of all words. */
export type EnhancedSentence = { firstWord: number; text: string };

export type Enhancement = { words: TranscribedWord[]; sentences: EnhancedSentence[] };

/** The closed list of edits that change words. Each keeps the list's length and order; none can add a word. */
const edits = [normaliseSpelling, removeFillers, collapseStutters, joinLoanArticles, joinLanguageNames, writeNumbers];

/** As long as what was merged or taken out behind it, which is no silence; nor is the pause after a hesitation. */
function spanUntil(all: readonly TranscribedWord[], { word, index }: KeptWord, nextKept = all.length): TranscribedWord {
  const last = all[nextKept - 1] ?? word;
  const hesitates = nextKept > index + 1 && last.text === '' && soundsHesitant(last.raw);
  const endSeconds = hesitates ? (all[nextKept]?.startSeconds ?? last.endSeconds) : last.endSeconds;
  return { ...word, endSeconds };
}

const editWords = (words: readonly TranscribedWord[]) =>
  edits.reduce<TranscribedWord[]>((current, edit) => edit(current), [...words]);

/**
 *     enhanceWords(heard).sentences.map(({ text }) => text); // ['Subax wanaagsan.', …]
 *
 * Cleans a raw transcript by a closed list of edits: spelling of apostrophes and held vowels, hesitations, stutters,
 * numbers, then sentences, capital letters and punctuation. It is never a rewrite: same words, same order.
 *
 * @param words in order of time, `text` equal to `raw`, times in seconds. Pauses between them guide the sentences.
 * @param ownWords the speaker's own names and terms: left alone by the edits, and written as they are given.
 * @returns the same words with their `text` edited (`''` when taken out or merged into the word before) and the
 *   sentences they make; the non-empty texts joined by spaces are the enhanced transcript.
 */
export function enhanceWords(words: readonly TranscribedWord[], ownWords: readonly string[] = []): Enhancement {
  const heard = words.map(({ raw }) => raw);
  const own = findOwnWords(heard, ownWords);
  const edited = editWords(words).map((word, at) => (own.has(at) && word.text ? { ...word, text: word.raw } : word));
  const kept = listKept(edited);
  const sentences: EnhancedSentence[] = [];
  let at = 0;
  const spans = kept.map((one, place) => spanUntil(edited, one, kept[place + 1]?.index));
  for (const sentence of splitSentences(spans)) {
    const places = kept.slice(at, at + sentence.length);
    const punctuated = punctuateSentence(places.map(({ word }) => word)).map((word, offset) => {
      const written = own.get(places[offset]?.index ?? -1);
      if (written === undefined) return word;
      const mark = /[.,?]$/.exec(word.text)?.[0] ?? '';
      return { ...word, text: (offset === 0 ? capitaliseFirst(written) : written) + mark };
    });
    punctuated.forEach((word, offset) => {
      const place = places[offset];
      if (place) edited[place.index] = word;
    });
    sentences.push({ firstWord: places[0]?.index ?? 0, text: punctuated.map(({ text }) => text).join(' ') });
    at += sentence.length;
  }
  return { words: edited, sentences };
}
