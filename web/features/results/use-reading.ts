import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { spellUnsure } from '#shared/export/explain-marks.ts';
import { recordingMaxSeconds } from '#shared/limits.ts';
import type { Span } from '../../lib/audio-player.ts';
import { useText } from '../../lib/language-context.ts';
import { findChanges } from './changed-text.tsx';
import { type EditedTexts, englishOf, type Result } from './result-store.ts';
import { buildRows } from './rows.ts';

export type ReadingProps = {
  result: Result;
  edited: EditedTexts;
  onEdit: (part: Partial<EditedTexts>) => void;
  onEditing: (isEditing: boolean) => void;
  playingAtSeconds: number | undefined;
  onPlay: (span: Span | undefined) => void;
};

type Texts = Pick<ReadingProps, 'result' | 'edited'>;

/** The rows of a result and the one that is lit: being said, or chosen. */
export function useRows({ result, edited, playingAtSeconds, onPlay }: ReadingProps) {
  const rows = useMemo(() => buildRows({ result, edited }), [result, edited]);
  const [chosen, setChosen] = useState<number>();
  const latest = useRef({ rows, onPlay });
  useEffect(() => {
    latest.current = { rows, onPlay };
  });
  /** The same function for as long as the result is open: thousands of rows are not drawn anew for another. */
  const choose = useCallback((at: number) => {
    setChosen(at);
    latest.current.onPlay(latest.current.rows[at]);
  }, []);
  return { rows, lit: findSaid(rows, playingAtSeconds) ?? chosen, choose };
}

export type ReadRows = ReturnType<typeof useRows>;

/** A result of one paragraph, as long as a recording made here: three cards (spec §2); rows for anything longer. */
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
  const spelled = spellUnsure(text);
  const copyText = isOutdated ? `(${outdated})\n${spelled}` : spelled;
  const hint = isOutdated ? outdated : isOwn ? enhanced.edited : translation.hint;
  return { title, hint, copied, text, copyText, isOwn, isOutdated, confidence };
}

export type EnglishText = ReturnType<typeof useEnglishText>;

/** Which sentence, or word, is being said at a moment. */
export function findSaid(spans: readonly Span[], atSeconds: number | undefined): number | undefined {
  if (atSeconds === undefined) return undefined;
  const at = spans.findIndex(({ startSeconds, endSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  return at === -1 ? undefined : at;
}
