import { Fragment } from 'react';
import { notUnderstood, unsureMark } from '#shared/languages.ts';
import { VisuallyHidden } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import results from './results.module.css';
import styles from './rows.module.css';
import type { ReadWord } from './rows.ts';

/** Words as text, those in doubt marked; a press on one of these is told by its `data-word`. */
export function MarkedWords({ words }: { words: readonly ReadWord[] }) {
  const { unsure } = useText('demo').results.original;
  const runs: { text: string; word?: number }[] = [];
  words.forEach(({ text, isDoubtful }, at) => {
    const last = runs.at(-1);
    if (isDoubtful) runs.push({ text, word: at });
    else if (last !== undefined && last.word === undefined) last.text += ` ${text}`;
    else runs.push({ text });
  });
  return runs.map(({ text, word }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the runs never change places
    <Fragment key={at}>
      {at > 0 && ' '}
      {word === undefined ? (
        text
      ) : (
        <span data-word={word} className={results.doubtful}>
          {text}
          <VisuallyHidden> ({unsure})</VisuallyHidden>
        </span>
      )}
    </Fragment>
  ));
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
