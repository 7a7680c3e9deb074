import { classNames } from './elements.tsx';
import styles from './woven-wave.module.css';

// One breath of speech as a strip of cloth: each thread is a bar, its height the loudness, its colour from the loom.
const threads = [
  12, 20, 34, 52, 44, 60, 78, 66, 48, 30, 18, 10, 24, 46, 70, 88, 94, 80, 62, 50, 58, 42, 26, 14, 8, 18, 36, 56, 74, 64,
  46, 34, 40, 28, 16, 10,
];
const colours = ['teal', 'teal', 'amber', 'henna', 'amber', 'sky', 'sky'] as const;
const threadWidth = 10;

type Props = {
  className?: string | undefined;
  /** 0–100 for each thread; without them the cloth of the logo. */
  heights?: readonly number[];
};

export const threadCount = threads.length;

export function WovenWave({ className, heights = threads }: Props) {
  return (
    <svg
      viewBox={`0 0 ${heights.length * threadWidth} 100`}
      aria-hidden="true"
      className={classNames(styles.wave, className)}
    >
      {heights.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          x={index * threadWidth + 2}
          y={50 - height / 2}
          width={threadWidth - 4}
          height={height}
          rx={3}
          className={styles[colours[index % colours.length] ?? 'teal']}
        />
      ))}
    </svg>
  );
}
