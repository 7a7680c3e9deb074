import { useCallback, useMemo, useState } from 'react';
import { type EditedTexts, englishOf } from '#shared/edited-texts.ts';
import { spellUnsure } from '#shared/export/explain-marks.ts';
import { recordingMaxSeconds } from '#shared/limits.ts';
import type { Span } from '../../lib/audio-player.ts';
import { useText } from '../../lib/language-context.ts';
import { findChanges } from './changed-text.tsx';
import type { Result } from './result-store.ts';
import { buildRows } from './rows.ts';

export type ReadingProps = {
  result: Result;
  edited: EditedTexts;
  onEdit: (part: Partial<EditedTexts>) => void;
  onEditing: (isEditing: boolean) => void;
  playingAtSeconds: number | undefined;
  /** The same function for as long as the player is: thousands of rows are not drawn anew for another. */
  onPlay: (span: Span | undefined) => void;
};

/** The rows of a result and the one that is lit: being said, or chosen. */
function useRows({ result, edited, playingAtSeconds, onPlay }: ReadingProps) {
  const rows = useMemo(() => buildRows({ result, edited }), [result, edited]);
  const [chosen, setChosen] = useState<number>();
  const choose = useCallback(
    (at: number) => {
      setChosen(at);
      onPlay(rows[at]);
    },
    [rows, onPlay],
  );
  return { rows, lit: findSaid(rows, playingAtSeconds) ?? chosen, choose };
}

/** A result of one paragraph, as long as a recording made here: three cards (spec §2); rows for anything longer. */
export const isOneParagraph = ({ durationSeconds }: Pick<Result, 'durationSeconds'>): boolean =>
  Math.floor(durationSeconds) <= recordingMaxSeconds;

export type View = 'original' | 'enhanced' | 'changes' | 'english';

/** The texts in their versions, and which of them is on show: Copy, Share and downloads follow it. */
export function useReading(props: ReadingProps) {
  const { result, edited } = props;
  const text = useText('demo').results;
  const rows = useRows(props);
  const [chosen, show] = useState<View>('enhanced');
  const isShort = isOneParagraph(result);
  // Rows show their own.
  const changes = useMemo(() => (isShort ? findChanges(result.words) : []), [isShort, result.words]);
  const isEdited = edited.transcript !== result.transcript;
  // Of one text what was changed can be shown only while it is still the machine's.
  const hasChanges = !isEdited && changes.some(({ kind }) => kind !== 'same');
  const view = isShort && chosen === 'changes' && !hasChanges ? 'enhanced' : chosen;
  const original = { ...text.original, text: result.rawTranscript };
  const hint = isEdited ? text.enhanced.edited : text.enhanced.hint;
  const enhanced = { ...text.enhanced, hint, isNews: isEdited, text: edited.transcript };
  return {
    ...{ rows, isShort, changes, hasChanges, view, show, original, enhanced },
    shownSomali: view === 'original' ? original : enhanced,
    english: useEnglish(props),
    isCorrected: isEdited || edited.translation !== result.translation,
  };
}

export type Reading = ReturnType<typeof useReading>;

/** The English, and whether the Somali was corrected after it was made: then it leaves with that said. */
function useEnglish({ result, edited }: ReadingProps) {
  const text = useText('demo').results;
  const { title, copied, outdated } = text.translation;
  const { isOwn, isOutdated, confidence } = englishOf({ result, edited });
  const spelled = spellUnsure(edited.translation);
  return {
    ...{ title, copied, isOutdated, text: edited.translation },
    hint: isOutdated ? outdated : isOwn ? text.enhanced.edited : text.translation.hint,
    isNews: isOutdated || isOwn,
    copyText: isOutdated ? `(${outdated})\n${spelled}` : spelled,
    /** What a person wrote has no score, and what is out of date none that holds. */
    score: isOutdated || isOwn ? undefined : confidence,
  };
}

export function findSaid(spans: readonly Span[], atSeconds: number | undefined): number | undefined {
  if (atSeconds === undefined) return undefined;
  const at = spans.findIndex(({ startSeconds, endSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  return at === -1 ? undefined : at;
}
