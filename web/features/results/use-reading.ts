import { useCallback, useMemo, useState } from 'react';
import type { TranscribedSegment } from '#shared/transcript.ts';
import { useText } from '../../lib/language-context.ts';
import { findChanges } from './changed-text.tsx';
import type { DemoResult, EditedTexts } from './demo-result.ts';

export type ReadingProps = {
  result: DemoResult;
  edited: EditedTexts;
  onEdit: (part: Partial<EditedTexts>) => void;
  onEditing: (isEditing: boolean) => void;
  playingAtSeconds: number | undefined;
  onPlayFrom: (seconds: number) => void;
};

type Texts = Pick<ReadingProps, 'result' | 'edited'>;

/** The sentences of a result and the one that is lit: being said, or chosen. */
export function useSentences({ result, edited, playingAtSeconds, onPlayFrom }: ReadingProps) {
  const pairs = useMemo(() => pairSentences(result.segments, edited), [result.segments, edited]);
  const [chosen, setChosen] = useState<number>();
  const choose = useCallback(
    (at: number) => {
      setChosen(at);
      const start = pairs[at]?.startSeconds;
      if (start !== undefined) onPlayFrom(start);
    },
    [pairs, onPlayFrom],
  );
  return { pairs, lit: findSaid(pairs, playingAtSeconds) ?? chosen, choose };
}

export type Sentences = ReturnType<typeof useSentences>;
export type SomaliView = 'heard' | 'cleaned' | 'changes';

/** The Somali as it is shown now: heading, Copy, Edit, Share and downloads all follow it. */
export function useSomaliText({ result, edited }: Texts) {
  const { original, enhanced } = useText('demo').results;
  const [chosen, setView] = useState<SomaliView>('cleaned');
  const changes = useMemo(() => findChanges(result.words), [result.words]);
  const isEdited = edited.cleanedText !== result.cleanedText;
  // What was changed can be shown only while the text is still the machine's.
  const hasChanges = !isEdited && changes.some(({ kind }) => kind !== 'same');
  const view = chosen === 'changes' && !hasChanges ? 'cleaned' : chosen;
  const { title, hint, copied } = view === 'heard' ? original : enhanced;
  const text = view === 'heard' ? result.originalText : edited.cleanedText;
  return { view, setView, changes, hasChanges, isEdited, title, hint, copied, text };
}

export type SomaliText = ReturnType<typeof useSomaliText>;

/** The English, and whether the Somali was corrected after it was made. */
export function useEnglishText({ result, edited }: Texts) {
  const { title, hint, copied, outdated } = useText('demo').results.translation;
  const isEdited = edited.translation !== result.translation;
  const isOutdated = !isEdited && edited.cleanedText !== result.cleanedText;
  return { title, hint: isOutdated ? outdated : hint, copied, text: edited.translation, isEdited, isOutdated };
}

export type EnglishText = ReturnType<typeof useEnglishText>;

/** One sentence in every form it has, and where it is in the recording. */
export type SentencePair = Pick<
  TranscribedSegment,
  'startSeconds' | 'endSeconds' | 'rawTranscript' | 'transcript' | 'translation'
>;

type PairTexts = { cleanedText: string; translation: string };

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** The sentences side by side; nothing where the segments do not add up to the texts as they are now (edited, or older). */
export function pairSentences(segments: readonly TranscribedSegment[], texts: PairTexts): SentencePair[] {
  const pairs = segments.filter(({ transcript, translation }) => transcript !== '' || translation !== '');
  const somali = pairs.map(({ transcript }) => transcript).join('');
  const english = pairs.map(({ translation }) => translation).join('');
  const addUp = squeeze(somali) === squeeze(texts.cleanedText) && squeeze(english) === squeeze(texts.translation);
  return addUp ? pairs : [];
}

/** The sentence being said at a moment. */
export function findSaid(pairs: readonly SentencePair[], atSeconds: number | undefined): number | undefined {
  if (atSeconds === undefined) return undefined;
  const at = pairs.findIndex(({ startSeconds, endSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  return at === -1 ? undefined : at;
}
