import styles from './audio-bar.module.css';

/** The shape of a recording; what has been played is coloured. */
export function LoudnessBars({ loudness, playedShare }: { loudness: readonly number[]; playedShare: number }) {
  const step = 100 / loudness.length;
  const pathOf = (isPlayed: boolean) =>
    loudness
      .map((level, at) => ({ at, half: Math.max(1.5, level * 18) }))
      .filter(({ at }) => at / loudness.length < playedShare === isPlayed)
      .map(({ at, half }) => `M${((at + 0.5) * step).toFixed(2)} ${(20 - half).toFixed(1)}v${(half * 2).toFixed(1)}`)
      .join('');
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true" className={styles.wave}>
      <path d={pathOf(false)} className={styles.unplayed} />
      <path d={pathOf(true)} className={styles.played} />
    </svg>
  );
}
