import { characterErrorRate, wordErrorRate } from '../metrics/error-rate.ts';
import { type ClipOutcome, pairTexts, resultOf } from './clip-outcome.ts';

/** Clips of about one length: how wrong they are, and how long a second of them takes. */
export type LengthBucket = {
  fromSeconds: number;
  toSeconds: number;
  clips: number;
  wordErrorRate: number;
  characterErrorRate: number;
  /** Seconds of work a second of audio, everything included. */
  secondsPerSecond: number;
};

const borders = [0, 5, 10, 20, 30, Number.POSITIVE_INFINITY];

/** Recordings with a result by their length; empty buckets are left out. */
export function groupByLength(outcomes: readonly ClipOutcome[]): LengthBucket[] {
  return borders.slice(1).flatMap((toSeconds, at) => {
    const fromSeconds = borders[at] ?? 0;
    const inside = outcomes.filter((outcome) => {
      const seconds = resultOf(outcome)?.durationSeconds;
      return seconds !== undefined && seconds >= fromSeconds && seconds < toSeconds;
    });
    if (inside.length === 0) return [];
    const pairs = inside.map(pairTexts);
    const audio = inside.reduce((sum, outcome) => sum + (resultOf(outcome)?.durationSeconds ?? 0), 0);
    const elapsed = inside.reduce((sum, { elapsedSeconds }) => sum + elapsedSeconds, 0);
    return [
      {
        fromSeconds,
        toSeconds,
        clips: inside.length,
        wordErrorRate: wordErrorRate(pairs),
        characterErrorRate: characterErrorRate(pairs),
        secondsPerSecond: elapsed / Math.max(audio, Number.EPSILON),
      },
    ];
  });
}

export const formatLengths = ({ fromSeconds, toSeconds }: LengthBucket): string =>
  Number.isFinite(toSeconds) ? `${fromSeconds}–${toSeconds} s` : `${fromSeconds} s on`;
