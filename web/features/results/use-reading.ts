import { useMemo, useState } from 'react';
import { retimeWords } from '#shared/export/retime-words.ts';
import { mediumConfidenceFrom, recordingMaxSeconds } from '#shared/limits.ts';
import type { TranscribedSegment, TranscribedWord } from '#shared/transcript.ts';
import type { Span } from '../../lib/audio-player.ts';
import { useText } from '../../lib/language-context.ts';
import { findChanges } from './changed-text.tsx';
import { type EditedTexts, englishOf, type Result } from './result-store.ts';

export type ReadingProps = {
  result: Result;
  edited: EditedTexts;
  onEdit: (part: Partial<EditedTexts>) => void;
  onEditing: (isEditing: boolean) => void;
  playingAtSeconds: number | undefined;
  onPlay: (span: Span | undefined) => void;
};

type Texts = Pick<ReadingProps, 'result' | 'edited'>;

/** A word of the Somali as it is now, by its place in the text, and whether it should be checked. */
type ReadWord = TranscribedWord & { at: number; isDoubtful: boolean };
export type ReadSentence = Span & { words: ReadWord[] };

/** The sentences of a result and the one that is lit: being said, or chosen. */
export function useSentences({ result, edited, playingAtSeconds, onPlay }: ReadingProps) {
  const pairs = useMemo(() => pairSentences(englishOf({ result, edited }).segments, edited), [result, edited]);
  const somali = useMemo(() => readSentences(result.words, edited.transcript, pairs), [result, edited, pairs]);
  const [chosen, setChosen] = useState<number>();
  const choose = (at: number) => {
    setChosen(at);
    onPlay(somali[at]);
  };
  const english = pairs.map(({ translation }) => translation);
  const scores = pairs.map(({ translationConfidence }) => translationConfidence);
  return { somali, english, scores, lit: findSaid(somali, playingAtSeconds) ?? chosen, choose };
}

export type Sentences = ReturnType<typeof useSentences>;

/** A result of one paragraph, as long as a recording made here: three cards (spec §2); two columns for anything longer. */
export const isOneParagraph = ({ durationSeconds }: Pick<Result, 'durationSeconds'>): boolean =>
  Math.floor(durationSeconds) <= recordingMaxSeconds;

/** The Somali in its versions, and which of them is on show: the bar's Copy, Share and downloads follow it. */
export function useSomaliText({ result, edited }: Texts) {
  const text = useText('demo').results;
  const [chosen, setView] = useState<'heard' | 'cleaned' | 'changes'>('cleaned');
  const changes = useMemo(() => findChanges(result.words), [result.words]);
  const isEdited = edited.transcript !== result.transcript;
  // What was changed can be shown only while the text is still the machine's.
  const hasChanges = !isEdited && changes.some(({ kind }) => kind !== 'same');
  const view = chosen === 'changes' && !hasChanges ? 'cleaned' : chosen;
  const original = { ...text.original, text: result.rawTranscript };
  const enhanced = { ...text.enhanced, text: edited.transcript };
  const shown = view === 'heard' ? original : enhanced;
  return { view, setView, changes, hasChanges, isEdited, original, enhanced, shown };
}

export type SomaliText = ReturnType<typeof useSomaliText>;

/** The English, and whether the Somali was corrected after it was made: then it leaves with that said. */
export function useEnglishText({ result, edited }: Texts) {
  const { translation, enhanced } = useText('demo').results;
  const { title, copied, outdated } = translation;
  const { isOwn, isOutdated, confidence } = englishOf({ result, edited });
  const text = edited.translation;
  const copyText = isOutdated ? `(${outdated})\n${text}` : text;
  const hint = isOutdated ? outdated : isOwn ? enhanced.edited : translation.hint;
  return { title, hint, copied, text, copyText, isOwn, isOutdated, confidence };
}

export type EnglishText = ReturnType<typeof useEnglishText>;

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** The sentences side by side; nothing where the segments do not add up to the texts as they are now (edited, or older). */
export function pairSentences(
  segments: readonly TranscribedSegment[],
  texts: Pick<EditedTexts, 'transcript' | 'translation'>,
): TranscribedSegment[] {
  const pairs = segments.filter(({ transcript, translation }) => transcript !== '' || translation !== '');
  const somali = pairs.map(({ transcript }) => transcript).join('');
  const english = pairs.map(({ translation }) => translation).join('');
  const addUp = squeeze(somali) === squeeze(texts.transcript) && squeeze(english) === squeeze(texts.translation);
  return addUp ? pairs : [];
}

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** The Somali as it is now, sentence by sentence, in the recording's times: those of the pairs, or by their marks. */
export function readSentences(
  words: readonly TranscribedWord[],
  text: string,
  pairs: readonly TranscribedSegment[],
): ReadSentence[] {
  if (words.length === 0 && pairs.length === 0) return [];
  const timed = retimeWords(words, text);
  // Of the words as they came: a correction answers one mark and makes no other.
  const known = words.filter((word) => word.text !== '');
  const doubtful = new Set([...findLeastCertain(known)].map((at) => known[at]?.startSeconds));
  const isDoubtful = (word: TranscribedWord) => word.confidence !== null && doubtful.has(word.startSeconds);
  const all = timed.map((word, at) => ({ ...word, at, isDoubtful: isDoubtful(word) }));
  if (pairs.length > 0) {
    let from = 0;
    return pairs.map(({ startSeconds, endSeconds, transcript }) => {
      const own = all.slice(from, from + countWords(transcript));
      from += own.length;
      return { startSeconds, endSeconds, words: own };
    });
  }
  const sentences: ReadSentence[] = [];
  for (const word of all) {
    const last = sentences.at(-1);
    if (last === undefined || /[.?!]$/.test(last.words.at(-1)?.text ?? '')) {
      sentences.push({ startSeconds: word.startSeconds, endSeconds: word.endSeconds, words: [word] });
    } else {
      last.words.push(word);
      last.endSeconds = word.endSeconds;
    }
  }
  return sentences;
}

/** The text with another word in one place; an empty one takes it out. */
export function replaceWord(text: string, at: number, word: string): string {
  let count = -1;
  const replaced = text.replace(/\S+/g, (found) => {
    count += 1;
    return count === at ? word.trim() : found;
  });
  return replaced.replace(/ {2,}/g, ' ').trim();
}

/** Which sentence, or word, is being said at a moment. */
export function findSaid(spans: readonly Span[], atSeconds: number | undefined): number | undefined {
  if (atSeconds === undefined) return undefined;
  const at = spans.findIndex(({ startSeconds, endSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  return at === -1 ? undefined : at;
}

/** More marks than one word in ten and readers stop looking at them. */
const mostMarkedShare = 0.1;

/** Which words to mark for checking: the least certain ones, only of low confidence, one for each ten or part of ten. */
export function findLeastCertain(words: readonly TranscribedWord[]): ReadonlySet<number> {
  const most = Math.ceil(words.length * mostMarkedShare);
  const doubtful = words
    .map(({ confidence }, at) => ({ confidence: confidence ?? Number.POSITIVE_INFINITY, at }))
    .filter(({ confidence }) => confidence < mediumConfidenceFrom)
    .sort((a, b) => a.confidence - b.confidence || a.at - b.at);
  return new Set(doubtful.slice(0, most).map(({ at }) => at));
}
