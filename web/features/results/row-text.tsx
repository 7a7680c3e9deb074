import { Fragment } from 'react';
import { notUnderstood, unsureMark } from '#shared/languages.ts';
import { VisuallyHidden } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import results from './results.module.css';
import styles from './rows.module.css';
import type { ReadWord } from './rows.ts';

type WordsProps = {
  words: readonly ReadWord[];
  /** As heard: each word can be pressed. */
  isHeard?: boolean;
};

/** Words as text, those in doubt marked; which one was pressed is told by its `data-word`. */
export function MarkedWords({ words, isHeard = false }: WordsProps) {
  const { unsure } = useText('demo').results.original;
  const runs: { text: string; word?: number; isDoubtful?: boolean }[] = [];
  words.forEach(({ raw, text, isDoubtful = false }, word) => {
    const last = runs.at(-1);
    if (isDoubtful || isHeard) runs.push({ text: isHeard ? raw : text, word, isDoubtful });
    else if (last !== undefined && last.word === undefined) last.text += ` ${text}`;
    else runs.push({ text });
  });
  return runs.map(({ text, word, isDoubtful }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the runs never change places
    <Fragment key={at}>
      {/* A real space: who selects the text by hand copies words, not one long word. */}
      {at > 0 && ' '}
      {word === undefined ? (
        text
      ) : (
        <span data-word={word} className={isDoubtful ? results.doubtful : undefined}>
          {text}
          {isDoubtful && <VisuallyHidden> ({unsure})</VisuallyHidden>}
        </span>
      )}
    </Fragment>
  ));
}

/** What of a text by rows was pressed: a row, a word of it, a button. Who drags over the text selects it, and does not press. */
export function readPress({ target }: { target: EventTarget }) {
  const find = (name: string) =>
    target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] : undefined;
  const [row, word, act, text] = ['row', 'word', 'act', 'text'].map(find);
  const isOnText = text !== undefined && (window.getSelection()?.toString() ?? '') === '';
  if (row === undefined || (act === undefined && !isOnText)) return undefined;
  return { row: Number(row), word: word === undefined ? undefined : Number(word), act };
}

export const isUnsure = (english: string) => english.endsWith(unsureMark);

/** English without the mark behind it, which is drawn. */
export const withoutMark = (english: string) =>
  isUnsure(english) ? english.slice(0, -unsureMark.length).trimEnd() : english;

/** English of a sentence: what may be wrong looks so, and what was not understood is quieter. */
export function EnglishSentence({ english }: { english: string }) {
  const look = isUnsure(english) ? styles.unsure : english.startsWith(notUnderstood) ? styles.glossed : undefined;
  return <span className={look}>{withoutMark(english)}</span>;
}

/** The word "unsure" below such a sentence, which says why when it is pressed. */
export function UnsureNote({ isTabStop = true }: { isTabStop?: boolean }) {
  const { unsure, unsureWhy } = useText('demo').results.rows;
  return (
    <details className={styles.unsureNote}>
      <summary tabIndex={isTabStop ? 0 : -1}>{unsure}</summary>
      {unsureWhy}
    </details>
  );
}
