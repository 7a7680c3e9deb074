import styles from './feature-art.module.css';

// Three small drawings in one hand: a voice becoming letters, an hourglass of cloth, two pages facing each other.
const drawings = [
  <>
    <path className={styles.teal} d="M14 30v12M22 22v28M30 28v16" />
    <path className={styles.amber} d="M38 36h6" />
    <path className={styles.ink} d="M52 46l6-20 6 20M54.5 40h7" />
  </>,
  <>
    <path className={styles.ink} d="M24 14h32M24 58h32" />
    <path className={styles.teal} d="M28 14c0 14 24 14 24 44M52 14c0 14-24 14-24 44" />
    <path className={styles.amber} d="M34 52h12" />
  </>,
  <>
    <path className={styles.ink} d="M40 20v38M40 20c-6-5-16-5-24-3v38c8-2 18-2 24 3 6-5 16-5 24-3V17c-8-2-18-2-24 3z" />
    <path className={styles.teal} d="M22 28h11M22 36h11" />
    <path className={styles.amber} d="M47 28h11M47 36h8" />
  </>,
];

export function FeatureArt({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 80 72" aria-hidden="true" className={styles.art}>
      {drawings[index % drawings.length]}
    </svg>
  );
}
