import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useText } from '../../lib/language-context.ts';
import { bandOf, type ConfidenceBand, qualityPercent } from './confidence-band.ts';
import styles from './results.module.css';

const tones: Record<Exclude<ConfidenceBand, 'unknown'>, 'success' | 'warning' | 'danger'> = {
  high: 'success',
  medium: 'warning',
  low: 'danger',
};

/** Spec §4: the score as a bar and its band in words; a missing score shows "Unknown" and no bar. */
export function QualityBar({ score, title }: { score: number | null; title: string }) {
  const text = useText('demo').results.quality;
  const band = bandOf(score);
  return (
    <div className={styles.quality} data-band={band}>
      {score !== null && band !== 'unknown' && (
        <ProgressBar percent={qualityPercent(score)} label={`${text.label}: ${title}`} tone={tones[band]} />
      )}
      <p className={styles.band}>{text.bands[band]}</p>
    </div>
  );
}
