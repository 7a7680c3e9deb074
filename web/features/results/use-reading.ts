import { useCallback, useMemo, useState } from 'react';
import { useText } from '../../lib/language-context.ts';
import type { DemoResult, EditedTexts } from './demo-result.ts';
import { findSaid, pairSentences } from './sentence-pairs.ts';
import { findChanges } from './text-changes.ts';

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
