import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './disclosure.module.css';

type Props = Omit<ComponentProps<'details'>, 'title'> & { title: ReactNode };

/** A line that opens, with an arrow at its end. */
export function Disclosure({ title, className, children, ...rest }: Props) {
  return (
    <details className={classNames(styles.disclosure, className)} {...rest}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
