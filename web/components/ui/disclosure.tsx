import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../lib/language-context.ts';
import styles from './disclosure.module.css';
import { classNames } from './elements.tsx';
import trialStyles from './trial-notice.module.css';

type Props = Omit<ComponentProps<'details'>, 'title'> & { title: ReactNode };

export function Disclosure({ title, className, children, ...rest }: Props) {
  return (
    <details className={classNames(styles.disclosure, className)} {...rest}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

type TrialProps = { isOpen?: boolean; children?: ReactNode };

/** The one notice on quality: a line that opens, the same words and look wherever trial models answer. */
export function TrialNotice({ isOpen = false, children }: TrialProps) {
  const { trial } = useText('common');
  return (
    <Disclosure title={trial.title} className={trialStyles.notice} data-notice="trial" open={isOpen}>
      <p>{trial.text}</p>
      {children}
    </Disclosure>
  );
}
