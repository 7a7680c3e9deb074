import type { CSSProperties } from 'react';
import { classNames } from './elements.tsx';
import styles from './progress-bar.module.css';

type Props = {
  /** 0–100. */
  percent: number;
  /** Up to where something is on its way, 0–100; drawn, not told. */
  ahead?: number;
  label: string;
  tone?: 'primary' | 'neutral' | 'success' | 'warning' | 'danger';
};

/** Not on a prerendered page: the content security policy refuses the `style=` that one would carry. */
export function ProgressBar({ percent, ahead = 0, label, tone = 'primary' }: Props) {
  const value = Math.max(0, Math.min(100, percent));
  const part = (share: number) => ({ '--part': share }) as CSSProperties;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      className={classNames(styles.track, styles[tone])}
    >
      <div className={classNames(styles.fill, styles.ahead)} style={part(Math.min(1, ahead / 100))} />
      <div className={styles.fill} style={part(value / 100)} />
    </div>
  );
}
