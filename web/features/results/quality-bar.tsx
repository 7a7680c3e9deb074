import type { EngineDescription } from '#shared/transcript.ts';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useText } from '../../lib/language-context.ts';
import { bandOf, type ConfidenceBand, qualityPercent } from './confidence-band.ts';
import styles from './results.module.css';

const tones: Record<Exclude<ConfidenceBand, 'unknown'>, 'success' | 'warning' | 'danger'> = {
  high: 'success',
  medium: 'warning',
  low: 'danger',
};

type Props = { score: number | null; title: string; engine: Pick<EngineDescription, 'isCalibrated'> };

/** Spec §4: the score as a bar and its band in words; a missing score shows "Unknown" and no bar. */
export function QualityBar({ score, title, engine }: Props) {
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
      </p>
    </div>
  );
}
