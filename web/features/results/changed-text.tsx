import { memo } from 'react';
import type { TranscribedWord } from '#shared/transcript.ts';
import styles from './results.module.css';

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
  if (kind === 'same') return text;
  if (kind === 'punctuation') return <span className={styles.punctuated}>{text}</span>;
  const removed = <del className={styles.removed}>{raw}</del>;
  if (kind === 'removed') return removed;
  return (
    <>
      {removed} <ins className={styles.inserted}>{text}</ins>
    </>
  );
}

type WordChange = {
  /** One word, or several that became one ("laba iyo labaatan" → "22"). */
  raw: string;
  text: string;
  /** What the enhancement did: nothing, only case and punctuation, a change of letters, or took it out. */
  kind: 'same' | 'punctuation' | 'changed' | 'removed';
};

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}'’]/gu, '');
const withoutApostrophes = (text: string) => lettersOf(text).replace(/['’]/g, '');

function kindOf(raw: string, text: string): WordChange['kind'] {
  if (text === '') return 'removed';
  if (text === raw) return 'same';
  return lettersOf(text) === lettersOf(raw) ? 'punctuation' : 'changed';
}

/** Whether a word without text went into the word before: a number written in digits, or two halves joined. */
function isPartOf(before: WordChange | undefined, { raw, text }: TranscribedWord): boolean {
  if (text !== '' || before === undefined || before.kind !== 'changed') return false;
  return /\d/.test(before.text) || withoutApostrophes(before.text).startsWith(withoutApostrophes(before.raw + raw));
}

export function findChanges(words: readonly TranscribedWord[]): WordChange[] {
  const changes: WordChange[] = [];
  for (const word of words) {
    const before = changes.at(-1);
    if (before !== undefined && isPartOf(before, word)) before.raw += ` ${word.raw}`;
    else changes.push({ raw: word.raw, text: word.text, kind: kindOf(word.raw, word.text) });
  }
  return changes;
}
