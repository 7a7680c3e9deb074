import type { ReactNode } from 'react';
import styles from './time-ring.module.css';

/** A ring that fills, with what is said of it inside. */
export function TimeRing({ share, children }: { share: number; children: ReactNode }) {
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="54" className={styles.ringTrack} />
        <circle
          cx="60"
          cy="60"
          r="54"
          pathLength={1}
          strokeDasharray="1"
          strokeDashoffset={1 - Math.min(1, Math.max(0, share))}
          className={styles.ringFill}
        />
      </svg>
      <div className={styles.ringWords}>{children}</div>
    </div>
  );
}
