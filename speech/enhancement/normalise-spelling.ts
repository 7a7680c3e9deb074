import type { TranscribedWord } from '#shared/transcript.ts';
import { normaliseWord } from '../somali/spelling.ts';

export function normaliseSpelling(words: readonly TranscribedWord[]): TranscribedWord[] {
  return words.map((word) => ({ ...word, text: normaliseWord(word.text) }));
}
