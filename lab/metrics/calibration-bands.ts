import { confidenceMax, highConfidenceFrom, mediumConfidenceFrom } from '#shared/limits.ts';
import { interpolate, scoreScales } from '#speech/scoring/calibration.ts';

/** The expected error that a score stands for: what a score promises, to be compared with what is observed. */
export function scoreToError(score: number, scale: keyof typeof scoreScales): number {
  return interpolate(scoreScales[scale].map(([error, points]) => [points, error] as const).reverse(), score);
}

/** A score that was shown, the error it promised, and the error that was found. */
export type ScoredOutcome = { score: number; expectedError: number; observedError: number; weight?: number };

export type CalibrationBand = {
  name: 'high' | 'medium' | 'low';
  /** Scores in `[from, to)`; the highest band includes 10. */
  from: number;
  to: number;
  count: number;
  /** Weighted means; 0 in an empty band. */
  expectedError: number;
  observedError: number;
};

const bands = [
  { name: 'high', from: highConfidenceFrom, to: confidenceMax },
  { name: 'medium', from: mediumConfidenceFrom, to: highConfidenceFrom },
  { name: 'low', from: 0, to: mediumConfidenceFrom },
] as const;

/** Expected against observed error in each band that a reader sees (spec §4): honest scores have them alike. */
export function measureCalibrationBands(outcomes: readonly ScoredOutcome[]): CalibrationBand[] {
  return bands.map((band) => {
    const inside = outcomes.filter(({ score }) => score >= band.from && (score < band.to || band.to === confidenceMax));
    const weight = inside.reduce((sum, outcome) => sum + (outcome.weight ?? 1), 0);
    const mean = (read: (outcome: ScoredOutcome) => number) =>
      weight > 0 ? inside.reduce((sum, outcome) => sum + read(outcome) * (outcome.weight ?? 1), 0) / weight : 0;
    return {
      ...band,
      count: inside.length,
      expectedError: mean(({ expectedError }) => expectedError),
      observedError: mean(({ observedError }) => observedError),
    };
  });
}
