import { formatDuration } from '#shared/format-duration.ts';
import { useLanguage, useText } from '../../lib/language-context.ts';
import { bandOf, formatScore } from './confidence-band.ts';
import type { DemoResult } from './demo-result.ts';
import styles from './results.module.css';

/** Spec §2: "Processing Quality Metrics", confidence as score/10 and the Processing ID. */
export function MetricsCard({ result }: { result: DemoResult }) {
  const { metrics, quality } = useText('demo').results;
  const { language } = useLanguage();
  const sayScore = (score: number | null) =>
    score === null ? metrics.unknown : `${formatScore(score)} · ${quality.bands[bandOf(score)]}`;
  const rows: [string, string][] = [
    [metrics.transcript, sayScore(result.transcriptConfidence)],
    [metrics.translation, sayScore(result.translationConfidence)],
    [metrics.duration, formatDuration(result.durationSeconds, language)],
    [metrics.engine, `${result.engine.recogniser}, ${result.engine.translator}`],
    [metrics.processingId, result.apiId],
  ];
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{metrics.title}</h2>
      <dl className={styles.metrics}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
