import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { useLanguage, useText } from '../../lib/language-context.ts';
import type { DemoResult } from './demo-result.ts';
import { bandOf, formatScore } from './quality-bar.tsx';
import styles from './results.module.css';

/** Spec §2: "Processing Quality Metrics", confidence as score/10 and the Processing ID: one line that opens. */
export function MetricsCard({ result }: { result: DemoResult }) {
  const { metrics, quality } = useText('demo').results;
  const { language } = useLanguage();
  const sayScore = (score: number | null) => {
    if (score === null) return metrics.unknown;
    const said = `${formatScore(score)} · ${quality.bands[bandOf(score)]}`;
    return result.engine.isCalibrated ? said : fillPlaces(metrics.estimated, { score: formatScore(score) });
  };
  const rows: [string, string][] = [
    [metrics.transcript, sayScore(result.transcriptConfidence)],
    [metrics.translation, sayScore(result.translationConfidence)],
    [metrics.duration, formatDuration(result.durationSeconds, language)],
    [metrics.engine, [...new Set([result.engine.recogniser, result.engine.translator])].join(', ')],
    [metrics.processingId, result.apiId],
  ];
  return (
    <section className={styles.quiet}>
      <Disclosure title={<h2 className={styles.quietTitle}>{metrics.title}</h2>}>
        <dl className={styles.metrics}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  );
}
