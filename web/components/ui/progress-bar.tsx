import { useEffect, useRef } from 'react';
import { classNames } from './elements.tsx';
import styles from './progress-bar.module.css';

type Props = {
  /** 0–100. */
  percent: number;
  /** Up to where something is on its way, 0–100; drawn, not told. */
  ahead?: number;
  label: string;
  tone?: 'primary' | 'neutral' | 'success' | 'warning' | 'danger';
  className?: string | undefined;
};

export function ProgressBar({ percent, ahead = 0, label, tone = 'primary', className }: Props) {
  const fill = useRef<HTMLDivElement>(null);
  const aheadFill = useRef<HTMLDivElement>(null);
  const value = Math.max(0, Math.min(100, percent));
  // Through the CSSOM, because `style=` attributes are refused by the content security policy.
  useEffect(() => {
    fill.current?.style.setProperty('--part', String(value / 100));
    aheadFill.current?.style.setProperty('--part', String(Math.min(1, ahead / 100)));
  }, [value, ahead]);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      className={classNames(styles.track, styles[tone], className)}
    >
      <div ref={aheadFill} className={classNames(styles.fill, styles.ahead)} />
      <div ref={fill} className={styles.fill} />
    </div>
  );
}
