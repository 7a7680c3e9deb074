import type { AudioPlayer, AudioState } from '../../lib/audio-player.ts';
import { formatClock } from '../../lib/format-clock.ts';
import styles from './audio-bar.module.css';
import { PlayIcon } from './elements.tsx';

type Props = {
  player: AudioPlayer | undefined;
  state: AudioState;
  /** What is known of the length before the browser has read it. */
  knownSeconds: number | undefined;
  labels: { play: string; pause: string; position: string };
};

export function AudioBar({ player, state, knownSeconds, labels }: Props) {
  const duration = state.durationSeconds ?? knownSeconds ?? 0;
  const { positionSeconds, isPlaying } = state;
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
      <span className={styles.time}>
        {formatClock(positionSeconds)} / {formatClock(duration)}
      </span>
    </div>
  );
}
