import { confidenceMax, highConfidenceFrom, mediumConfidenceFrom } from '#shared/limits.ts';

/** Spec §4, confidence bands on the 0–10 scale; `unknown` for a missing score. */
export type ConfidenceBand = 'high' | 'medium' | 'low' | 'unknown';

export function bandOf(score: number | null): ConfidenceBand {
  if (score === null) return 'unknown';
  if (score >= highConfidenceFrom) return 'high';
  return score >= mediumConfidenceFrom ? 'medium' : 'low';
}

/** Spec §4: the quality bar is the score times 10. */
export const qualityPercent = (score: number): number => (score / confidenceMax) * 100;

/** `8` → `8/10`, `7.25` → `7.3/10`. */
export const formatScore = (score: number): string => `${Math.round(score * 10) / 10}/${confidenceMax}`;
