import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { retimeWords } from '#shared/export/retime-words.ts';
import type { Language } from '#shared/languages.ts';
import { Button, PlayIcon } from '../../components/ui/elements.tsx';
import type { Span } from '../../lib/audio-player.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './result-edits.module.css';
import results from './results.module.css';
import { dressWord, type ReadWord } from './rows.ts';

/** What is edited together: one text, or a sentence in both languages. */
export type EditedPair = { so?: string; en?: string };

export type EditorProps = {
  texts: EditedPair;
  labels: Record<Language, string>;
  /** Of the Somali, with what should be checked. */
  words?: readonly ReadWord[];
  /** The one of them that was pressed. */
  word?: ReadWord | undefined;
  /** What was typed before Esc. */
  draft?: EditedPair | undefined;
  onHear: (span: Span) => void;
  /** What is typed and not saved yet would be lost by leaving. */
  onEditing: (isEditing: boolean) => void;
  onSave: (texts: EditedPair) => void;
  /** Given up; Esc hands on what was typed, so that it is there when the editor opens again. */
  onClose: (draft?: EditedPair) => void;
};

type Doubt = ReadWord & { start: number; end: number };

function findDoubts(words: readonly ReadWord[], text: string): Doubt[] {
  if (!words.some(({ isDoubtful }) => isDoubtful)) return [];
  const tokens = [...text.matchAll(/\S+/g)];
  const retimed: ReadWord[] = retimeWords(words, text);
  return retimed.flatMap((word, at) => {
    const start = tokens[at]?.index ?? 0;
    return word.isDoubtful ? [{ ...word, start, end: start + word.text.length }] : [];
  });
}

/** Correcting in place: Tab goes to the next doubtful word, Enter saves, Esc gives up and keeps what was typed. */
export function TextEditor({ texts, labels, words = [], word, draft, onHear, onSave, ...on }: EditorProps) {
  const { onClose } = on;
  const { cancel, save, wordCheck } = useText('demo').results;
  const [drafts, setDrafts] = useState(draft ?? texts);
  const [caret, setCaret] = useState(0);
  const first = useRef<HTMLTextAreaElement>(null);
  const doubts = useMemo(() => findDoubts(words, drafts.so ?? ''), [words, drafts.so]);
  const here = doubts.find(({ start, end }) => caret >= start && caret <= end);
  const check = (doubt: Doubt) => {
    first.current?.focus();
    first.current?.setSelectionRange(doubt.start, doubt.end);
    setCaret(doubt.start);
    onHear(doubt);
  };
  const begin = useEffectEvent(() => {
    first.current?.focus();
    const pressed = doubts.find(({ startSeconds }) => startSeconds === word?.startSeconds);
    if (pressed !== undefined) check(pressed);
    else first.current?.setSelectionRange(0, 0);
  });
  useLayoutEffect(() => begin(), []);
  const noteEditing = useEffectEvent(on.onEditing);
  useEffect(() => {
    noteEditing(true);
    return () => noteEditing(false);
  }, []);
  const take = ({ start, end, text }: Doubt, other: string) => {
    const [before, after] = [drafts.so?.slice(0, start), drafts.so?.slice(end)];
    setDrafts({ ...drafts, so: `${before}${dressWord(other, text)}${after}` });
    first.current?.focus();
  };
  const isChanged = drafts.so !== texts.so || drafts.en !== texts.en;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, nativeEvent, currentTarget } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') onClose(isChanged ? drafts : undefined);
    const next = doubts.find(
      ({ start }) => start > currentTarget.selectionStart || currentTarget.selectionEnd === start,
    );
    const saves = key === 'Enter' && !shiftKey;
    const moves = key === 'Tab' && !shiftKey && currentTarget === first.current && next !== undefined;
    if (saves || moves) event.preventDefault();
    if (saves) onSave(drafts);
    else if (moves) check(next);
  };
  return (
    <div className={styles.editor}>
      {(['so', 'en'] as const).map(
        (language) =>
          texts[language] !== undefined && (
            <textarea
              key={language}
              ref={language === 'so' || texts.so === undefined ? first : undefined}
              lang={language}
              rows={1}
              enterKeyHint="done"
              className={results.field}
              aria-label={labels[language]}
              value={drafts[language]}
              onChange={(event) => setDrafts({ ...drafts, [language]: event.currentTarget.value })}
              onSelect={language === 'so' ? (event) => setCaret(event.currentTarget.selectionStart) : undefined}
              onKeyDown={onKeyDown}
            />
          ),
      )}
      {doubts.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div role="group" lang="so" className={styles.doubts} aria-label={wordCheck.group}>
          {doubts.map((doubt) => (
            <Button
              key={doubt.start}
              variant="ghost"
              size="sm"
              aria-pressed={doubt === here}
              aria-label={wordCheck.hear.replace('{word}', doubt.text)}
              onClick={() => check(doubt)}
            >
              <PlayIcon isPlaying={false} className={results.icon} />
              <span className={results.doubtful}>{doubt.text}</span>
            </Button>
          ))}
          {here?.alternatives?.map((other) => (
            <Button key={other} variant="outline" size="sm" onClick={() => take(here, other)}>
              {dressWord(other, here.text)}
            </Button>
          ))}
        </div>
      )}
      <div className={results.editorActions}>
        <Button variant="ghost" size="sm" onClick={() => onClose()}>
          {cancel}
        </Button>
        <Button size="sm" onClick={() => onSave(drafts)}>
          {save}
        </Button>
      </div>
    </div>
  );
}
