import { memo } from 'react';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import styles from './results.module.css';
import type { ChangeCounts, WordChange } from './text-changes.ts';

/** The enhanced text with what was taken out struck through, and what was put in underlined. */
export const ChangedText = memo(function ChangedText({ changes }: { changes: readonly WordChange[] }) {
  return (
    <p lang="so" className={styles.text}>
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
        <span key={at}>
          <ChangedWord change={change} />{' '}
        </span>
      ))}
    </p>
  );
});

function ChangedWord({ change: { raw, text, kind } }: { change: WordChange }) {
  switch (kind) {
    case 'same':
      return text;
    case 'punctuation':
      return <span className={styles.punctuated}>{text}</span>;
    case 'removed':
      return <del className={styles.removed}>{raw}</del>;
    case 'changed':
      return (
        <>
          <del className={styles.removed}>{raw}</del> <ins className={styles.inserted}>{text}</ins>
        </>
      );
  }
}

/** "2 words changed, 1 word taken out, 5 capitals and marks added." */
export function ChangeSummary({ counts }: { counts: ChangeCounts }) {
  const text = useText('demo').results.enhanced;
  const { language } = useLanguage();
  const parts = (['changed', 'removed', 'punctuation'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => formatCount(language, text[kind], counts[kind]));
  return <p className={styles.hint}>{parts.length === 0 ? text.unchanged : `${parts.join(', ')}.`}</p>;
}
