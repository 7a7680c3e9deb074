import { useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { confidenceMax, highConfidenceFrom, mediumConfidenceFrom } from '#shared/limits.ts';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useLanguage, useText } from '../../lib/language-context.ts';
import aboutStyles from './about-text.module.css';
import qualityStyles from './result-quality.module.css';
import type { Result } from './result-store.ts';
import styles from './results.module.css';

const tones = { high: 'success', medium: 'warning', low: 'danger' } as const;

type BandProps = { score: number | null; isCalibrated: boolean };

/** Spec §4: the score as a bar and its band in words; a missing score shows "Unknown" and no bar. */
export function QualityBar({ title, ...props }: BandProps & { title: string }) {
  const { score } = props;
  const text = useText('demo').results.quality;
  const band = bandOf(score);
  return (
    <div className={qualityStyles.quality} data-band={band}>
      {score !== null && band !== 'unknown' && (
        <ProgressBar percent={qualityPercent(score)} label={`${text.label}: ${title}`} tone={tones[band]} />
      )}
      <p className={qualityStyles.band}>
        <BandWords {...props} />
      </p>
    </div>
  );
}

export function BandWords({ score, isCalibrated }: BandProps) {
  const text = useText('demo').results.quality;
  return (
    <>
      {text.bands[bandOf(score)]}
      {!isCalibrated && score !== null && <span className={qualityStyles.estimate}> · {text.estimate}</span>}
    </>
  );
}

/** Spec §4, confidence bands on the 0–10 scale; `unknown` for a missing score. */
export function bandOf(score: number | null) {
  if (score === null) return 'unknown';
  if (score >= highConfidenceFrom) return 'high';
  return score >= mediumConfidenceFrom ? 'medium' : 'low';
}

/** Spec §4: the quality bar is the score times 10. */
export const qualityPercent = (score: number): number => (score / confidenceMax) * 100;

/** `8` → `8/10`, `7.25` → `7.3/10`. */
export const formatScore = (score: number): string => `${Math.round(score * 10) / 10}/${confidenceMax}`;

/** Spec §2: "Processing Quality Metrics", with what made the text and how far to trust it: one fold, open on wide screens. */
export function AboutText({ result }: { result: Result }) {
  const { metrics, quality, about, check, warnings } = useText('demo').results;
  const { trial } = useText('common');
  const { language } = useLanguage();
  // On wide screens there is room for what is folded elsewhere.
  const [isOpen] = useState(() => window.matchMedia('(min-width: 64rem)').matches);
  const { isStarter, isCalibrated } = result.engine;
  const sayScore = (score: number | null) => {
    if (score === null) return metrics.unknown;
    const said = `${formatScore(score)} · ${quality.bands[bandOf(score)]}`;
    return isCalibrated ? said : fillPlaces(metrics.estimated, { score: formatScore(score) });
  };
  // What the trial models are called inside says nothing to a reader.
  const sayModel = (name: string) => (name === 'starter' ? metrics.trial : name);
  const rows: [string, string][] = [
    [metrics.transcript, sayScore(result.transcriptConfidence)],
    [metrics.translation, sayScore(result.translationConfidence)],
    [metrics.duration, formatDuration(result.durationSeconds, language)],
    [metrics.engine, [...new Set([result.engine.recogniser, result.engine.translator].map(sayModel))].join(', ')],
    [metrics.processingId, result.id],
  ];
  const title = (
    <h2 className={aboutStyles.aboutTitle}>
      {about} <span className={aboutStyles.aboutHint}>{isStarter ? trial.title : check}</span>
    </h2>
  );
  return (
    <Disclosure title={title} className={aboutStyles.about} open={isOpen} data-notice={isStarter ? 'trial' : undefined}>
      {isStarter && <p>{trial.text}</p>}
      <h3>{metrics.title}</h3>
      <dl className={aboutStyles.metrics}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isCalibrated && <p className={styles.hint}>{warnings.UNCALIBRATED}</p>}
      {isStarter && <p className={styles.hint}>{check}</p>}
    </Disclosure>
  );
}

/** What a reader must know of this recording before relying on the text. */
export function ResultNotices({ result }: { result: Result }) {
  const text = useText('demo').results;
  // What holds for every text of these models stands in the fold.
  const ofRecording = result.warnings.filter((warning) => warning !== 'STARTER_MODELS' && warning !== 'UNCALIBRATED');
  return ofRecording.map((warning) => (
    <p key={warning} className={styles.notice}>
      {text.warnings[warning]}
    </p>
  ));
}
