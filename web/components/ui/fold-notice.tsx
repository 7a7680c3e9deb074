import type { ReactNode } from 'react';
import styles from './fold-notice.module.css';

type Props = { title: string; name: string; children: ReactNode };

/** A caution in one line that opens: the same look wherever it stands. */
export const FoldNotice = ({ title, name, children }: Props) => (
  <details className={styles.notice} data-notice={name}>
    <summary className={styles.title}>{title}</summary>
    {children}
  </details>
);
