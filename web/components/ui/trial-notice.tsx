import type { ReactNode } from 'react';
import { useText } from '../../lib/language-context.ts';
import styles from './trial-notice.module.css';

type Props = { isOpen?: boolean; children?: ReactNode };

/** The one notice on quality: a line that opens, the same words and look wherever trial models answer. */
export function TrialNotice({ isOpen = false, children }: Props) {
  const { trial } = useText('common');
  return (
    <details className={styles.notice} data-notice="trial" open={isOpen}>
      <summary className={styles.title}>{trial.title}</summary>
      <p>{trial.text}</p>
      {children}
    </details>
  );
}
