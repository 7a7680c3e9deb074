import type { CalibrationBand } from '../metrics/calibration-bands.ts';
import { formatLengths, type LengthBucket } from './length-buckets.ts';
import type { EvaluationSummary } from './summarise-evaluation.ts';

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);

function formatBands(title: string, bands: readonly CalibrationBand[]): string[] {
  const filled = bands.filter(({ count }) => count > 0);
  if (filled.length === 0) return [];
  const rows = filled.map(
    ({ name, from, to, count, expectedError, observedError }) =>
      `  ${name.padEnd(7)} ${`${from}–${to}`.padEnd(6)} ${String(count).padStart(6)} ${percent(expectedError)} ${percent(observedError)}`,
  );
  return ['', `${title}: band, score, count, expected error, observed error`, ...rows];
}

function formatBuckets(buckets: readonly LengthBucket[]): string[] {
  if (buckets.length === 0) return [];
  const rows = buckets.map(
    (bucket) =>
      `  ${formatLengths(bucket).padEnd(8)} ${String(bucket.clips).padStart(6)} ${percent(bucket.wordErrorRate)} ${percent(bucket.characterErrorRate)} ${bucket.secondsPerSecond.toFixed(2).padStart(8)}`,
  );
  return ['', 'by length: recordings, WER, CER, seconds of work a second of audio', ...rows];
}

/** The summary as lines for a person. */
export function formatReport(summary: EvaluationSummary): string {
  const { bands, failures } = summary;
  const failed = Object.entries(failures).map(([code, count]) => `${code} ${count}`);
  const lines = [
    `test set              ${summary.corpus}`,
    `engine                ${summary.engine}`,
    `clips                 ${summary.clips} (${summary.audioSeconds.toFixed(0)} s)${failed.length > 0 ? `, without a result: ${failed.join(', ')}` : ''}`,
    `word error rate       ${percent(summary.wordErrorRate)}`,
    `character error rate  ${percent(summary.characterErrorRate)}`,
    `chrF                  ${summary.chrF === null ? 'no English given' : summary.chrF.toFixed(1)}`,
    ...formatBands('words', bands.words),
    ...formatBands('transcripts', bands.transcripts),
    ...formatBands('translations (error = 1 − chrF)', bands.translations),
    ...formatBuckets(summary.lengths),
  ];
  return `${lines.join('\n')}\n`;
}
