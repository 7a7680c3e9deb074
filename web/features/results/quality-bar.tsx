import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { confidenceMax, highConfidenceFrom, mediumConfidenceFrom } from '#shared/limits.ts';
import type { EngineDescription } from '#shared/transcript.ts';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './results.module.css';

const tones: Record<Exclude<ConfidenceBand, 'unknown'>, 'success' | 'warning' | 'danger'> = {
  high: 'success',
  medium: 'warning',
  low: 'danger',
};

type Props = {
  score: number | null;
  title: string;
  engine: Pick<EngineDescription, 'isCalibrated'>;
  /** Of the sentence that is lit. */
  sentenceScore?: number | null | undefined;
};

/** Spec §4: the score as a bar and its band in words; a missing score shows "Unknown" and no bar. */
export function QualityBar({ score, title, engine, sentenceScore }: Props) {
  const text = useText('demo').results.quality;
  const band = bandOf(score);
  // A score that nobody has held against the truth is an estimate, and looks like one.
  const isEstimate = !engine.isCalibrated && score !== null;
  return (
    <div className={styles.quality} data-band={isEstimate ? 'estimate' : band}>
      {score !== null && band !== 'unknown' && (
        <ProgressBar
          percent={qualityPercent(score)}
          label={`${text.label}: ${title}`}
          tone={isEstimate ? 'neutral' : tones[band]}
        />
      )}
      <p className={styles.band}>
        {text.bands[band]}
        {isEstimate && <span className={styles.estimate}> · {text.estimate}</span>}
        {typeof sentenceScore === 'number' && (
          <span className={styles.estimate}> · {fillPlaces(text.sentence, { score: formatScore(sentenceScore) })}</span>
        )}
      </p>
    </div>
  );
}

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
