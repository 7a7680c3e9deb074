import { useEffect, useId, useRef } from 'react';
import type { Language } from '#shared/languages.ts';
import styles from './processing.module.css';

type Props = {
  heading: string;
  language: Language;
  typed: string;
};

/** More than the box holds; the rest of a long recording need not be laid out again with every word. */
const wordsShown = 80;

/** A text as it is typed out, in a box that keeps its size and follows the last line. Not announced: the whole text follows. */
export function TypedText({ heading, language, typed }: Props) {
  const headingId = useId();
  const box = useRef<HTMLParagraphElement>(null);
  const words = typed.split(' ');
  const shown = words.length > wordsShown ? `… ${words.slice(-wordsShown).join(' ')}` : typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new word may have begun a new line
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [shown]);
  return (
    <section className={styles.typed} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.typedHeading}>
        {heading}
      </h2>
      <p ref={box} lang={language} className={styles.typedText}>
        {shown}
      </p>
    </section>
  );
}
