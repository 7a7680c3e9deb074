import { useId } from 'react';
import type { Language } from '#shared/languages.ts';
import styles from './processing.module.css';

type Props = {
  heading: string;
  language: Language;
  /** What will be there in the end: it takes its room at once, so that nothing below moves while it is typed. */
  whole: string;
  typed: string;
};

/** A text as it is typed out. Not announced: the whole text follows on the next screen. */
export function TypedText({ heading, language, whole, typed }: Props) {
  const headingId = useId();
  if (typed === '') return null;
  return (
    <section className={styles.typed} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.typedHeading}>
        {heading}
      </h2>
      <p lang={language} className={styles.typedText}>
        {typed}
        <span className={styles.untyped} aria-hidden="true">
          {whole.slice(typed.length)}
        </span>
      </p>
    </section>
  );
}
