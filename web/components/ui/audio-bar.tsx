import type { AudioPlayer, AudioState } from '../../lib/audio-player.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import styles from './audio-bar.module.css';
import { classNames, PlayIcon } from './elements.tsx';

type Props = {
  player: AudioPlayer | undefined;
  state: AudioState;
  /** What is known of the length before the browser has read it. */
  knownSeconds: number | undefined;
  labels: { play: string; pause: string; position: string };
  /** The shape of the recording, where it is known. */
  loudness?: readonly number[] | undefined;
};

/** Play, pause, and a slider to move in a recording. */
export function AudioBar({ player, state, knownSeconds, labels, loudness }: Props) {
  const duration = state.durationSeconds ?? knownSeconds ?? 0;
  const { positionSeconds, isPlaying } = state;
  useShortcut('Space', player && (() => player.toggle()));
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.toggle}
        aria-label={isPlaying ? labels.pause : labels.play}
        disabled={player === undefined}
        onClick={() => player?.toggle()}
      >
        <PlayIcon isPlaying={isPlaying} />
      </button>
      <div className={classNames(styles.track, loudness && styles.drawn)}>
        {loudness && <LoudnessBars loudness={loudness} playedShare={duration > 0 ? positionSeconds / duration : 0} />}
        <input
          type="range"
          className={styles.range}
          aria-label={labels.position}
          aria-valuetext={`${formatClock(positionSeconds)} / ${formatClock(duration)}`}
          min={0}
          max={Math.max(duration, 0.1)}
          step={0.1}
          value={Math.min(positionSeconds, duration)}
          onChange={(event) => player?.seek(Number(event.currentTarget.value))}
        />
      </div>
      <span className={styles.time}>
        {formatClock(positionSeconds)} / {formatClock(duration)}
      </span>
    </div>
  );
}

/** The shape of a recording; what has been played is coloured. */
function LoudnessBars({ loudness, playedShare }: { loudness: readonly number[]; playedShare: number }) {
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
