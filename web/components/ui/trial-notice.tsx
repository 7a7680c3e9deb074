import type { ReactNode } from 'react';
import { useText } from '../../lib/language-context.ts';
import { Disclosure } from './disclosure.tsx';
import styles from './trial-notice.module.css';

type Props = { isOpen?: boolean; children?: ReactNode };

/** The one notice on quality: a line that opens, the same words and look wherever trial models answer. */
export function TrialNotice({ isOpen = false, children }: Props) {
  const { trial } = useText('common');
  return (
    <Disclosure title={trial.title} className={styles.notice} data-notice="trial" open={isOpen}>
      <p>{trial.text}</p>
      {children}
    </Disclosure>
  );
}
