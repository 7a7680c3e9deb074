import { type ReactNode, useId } from 'react';
import { classNames } from '../../components/ui/class-names.ts';
import styles from './section.module.css';

type Props = { id?: string; heading: string; isTinted?: boolean; children: ReactNode };

/** A band of the landing page under its own heading. */
export function Section({ id, heading, isTinted = false, children }: Props) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={classNames(styles.band, isTinted && styles.tinted)}>
      <div className={styles.inner}>
        <h2 id={headingId} className={styles.heading}>
          {heading}
        </h2>
        {children}
      </div>
    </section>
  );
}
