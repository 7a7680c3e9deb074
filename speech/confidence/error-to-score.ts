import { interpolate, type Knots } from './knots.ts';

/** Expected character error rate → score: 8 is the border of High, 6 of Medium (models.md §6.3, spec §4). */
const transcriptScale: Knots = [
  [0, 10],
  [0.05, 8],
  [0.15, 6],
  [0.3, 3],
  [0.5, 0],
];

/**
 * Expected `1 − chrF/100` → score. Two good translations of one sentence rarely share more than 80 % of their n-grams, so
 * the borders lie further out than for a transcript.
 */
const translationScale: Knots = [
  [0, 10],
  [0.2, 8],
  [0.4, 6],
  [0.6, 3],
  [0.8, 0],
];

const scales = { transcript: transcriptScale, translation: translationScale };
export type ScoreScale = keyof typeof scales;

/** @returns 0–10 with one decimal. */
export function errorToScore(expectedError: number, scale: ScoreScale): number {
  return Math.round(interpolate(scales[scale], expectedError) * 10) / 10;
}

/** The expected error that a score stands for: what a score promises, to be compared with what is observed. */
export function scoreToError(score: number, scale: ScoreScale): number {
  return interpolate(scales[scale].map(([error, points]) => [points, error] as const).reverse(), score);
}
