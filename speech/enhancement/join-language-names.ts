import type { TranscribedWord } from '#shared/transcript.ts';
import { capitaliseFirst, languageNames } from '../somali/names.ts';
import { listKept } from './kept-words.ts';

/** `af soomaali` is written as one word, `Af-Soomaali`; `af` alone is a mouth. */
export function joinLanguageNames(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  kept.forEach(({ word, index }, at) => {
    const next = kept[at + 1];
    if (word.text !== 'af' || !next || !languageNames.has(next.word.text)) return;
    edited[index] = { ...word, text: `Af-${capitaliseFirst(next.word.text)}` };
    edited[next.index] = { ...next.word, text: '' };
  });
  return edited;
}
