import { withoutGlosses } from '../languages.ts';
import { matchWords } from '../match-words.ts';
import type { TranscribedSegment, TranscribedWord } from '../transcript.ts';
import { spellUnsure } from './explain-marks.ts';

export const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Words are the same word whatever their case and punctuation. */
export const bareWord = (word: string) =>
  /^[a-z]+$/.test(word) ? word : word.toLowerCase().replace(/[^\p{L}\p{N}'’]/gu, '');

/** How much of a text became another, from 0 to 1: the words that do not stand in both, of the longer one. */
export function shareOfWordsChanged(before: string, after: string): number {
  const [from, to] = [splitWords(before).map(bareWord), splitWords(after).map(bareWord)];
  const longer = Math.max(from.length, to.length);
  return longer === 0 ? 0 : 1 - matchWords(from, to).length / longer;
}

/** Shares a stretch of time among words, by their letters. */
export function spreadWords(words: readonly string[], startSeconds: number, endSeconds: number): TranscribedWord[] {
  const total = words.reduce((sum, word) => sum + word.length, 0);
  let letters = 0;
  const timeAt = (count: number) => startSeconds + ((endSeconds - startSeconds) * count) / Math.max(1, total);
  return words.map((text) => {
    const from = timeAt(letters);
    letters += text.length;
    return { raw: '', text, startSeconds: from, endSeconds: timeAt(letters), confidence: null };
  });
}

/**
 * The words of an edited text with times for subtitles: a word that was there keeps its time, words put in share the
 * time of what stood in their place, or of the pause there.
 */
export function retimeWords<Word extends TranscribedWord>(words: readonly Word[], editedText: string) {
  const known = words.filter(({ text }) => text !== '');
  const edited = splitWords(editedText);
  const endSeconds = known.at(-1)?.endSeconds ?? 0;
  const pairs = matchWords(
    known.map(({ text }) => bareWord(text)),
    edited.map(bareWord),
  );
  const retimed: (Word | TranscribedWord)[] = [];
  let from = 0;
  let to = 0;
  for (const [knownAt, editedAt] of [...pairs, [known.length, edited.length] as const]) {
    const inserted = edited.slice(to, editedAt);
    const startsAt = known[from]?.startSeconds ?? endSeconds;
    const gapStart = from === knownAt ? (known[knownAt - 1]?.endSeconds ?? 0) : startsAt;
    const gapEnd =
      from === knownAt ? (known[knownAt]?.startSeconds ?? endSeconds) : (known[knownAt - 1]?.endSeconds ?? endSeconds);
    retimed.push(...spreadWords(inserted, gapStart, Math.max(gapStart, gapEnd)));
    const kept = known[knownAt];
    const text = edited[editedAt];
    if (kept !== undefined && text !== undefined) retimed.push({ ...kept, text });
    from = knownAt + 1;
    to = editedAt + 1;
  }
  return retimed;
}

const spellForCues = (english: string) => spellUnsure(withoutGlosses(english));

/**
 * The translation as words with times: each segment's words share its time, and an edited text is fitted to them. Without
 * the known words of a sentence that was not understood, which cannot be read in the time of a subtitle.
 */
export function timeTranslation(segments: readonly TranscribedSegment[], editedText: string, shorten = spellForCues) {
  const words = segments.flatMap(({ translation, startSeconds, endSeconds, speaker }) =>
    spreadWords(splitWords(shorten(translation)), startSeconds, endSeconds).map((word) => ({ ...word, speaker })),
  );
  return retimeWords(words, shorten(editedText));
}
