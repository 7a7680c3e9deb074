import type { CSSProperties } from 'react';
import { classNames } from './elements.tsx';
import styles from './progress-bar.module.css';

type Props = {
  /** 0–100. */
  percent: number;
  label: string;
  tone?: 'primary' | 'success' | 'warning' | 'danger';
};

/** Not on a prerendered page: the content security policy refuses the `style=` that one would carry. */
export function ProgressBar({ percent, label, tone = 'primary' }: Props) {
  const value = Math.max(0, Math.min(100, percent));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      className={classNames(styles.track, styles[tone])}
    >
      <div className={styles.fill} style={{ '--part': value / 100 } as CSSProperties} />
    </div>
  );
}
