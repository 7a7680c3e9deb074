import { scoreToError } from '../confidence/error-to-score.ts';
import type { SpeechResult } from '../engine/result.ts';
import { measureWordErrors } from '../metrics/align-words.ts';
import { type CalibrationBand, measureCalibrationBands, type ScoredOutcome } from '../metrics/calibration-bands.ts';
import { chrF } from '../metrics/chrf.ts';
import { characterErrorRate, type TextPair, wordErrorRate } from '../metrics/error-rate.ts';
import type { SpeechErrorCode } from '../speech-error.ts';
import type { TestClip } from './read-test-set.ts';

export type ClipOutcome = { clip: TestClip } & ({ result: SpeechResult } | { failure: SpeechErrorCode });

export type EvaluationSummary = {
  clips: number;
  audioSeconds: number;
  /** Clips without a result, by error; each counts as heard empty. */
  failures: Partial<Record<SpeechErrorCode, number>>;
  wordErrorRate: number;
  characterErrorRate: number;
  /** chrF against the English given, 0–100; `null` where the test set has none. */
  chrF: number | null;
  engine: string;
  /** Expected against observed error in the bands that people see. */
  bands: { words: CalibrationBand[]; transcripts: CalibrationBand[]; translations: CalibrationBand[] };
};

const resultOf = (outcome: ClipOutcome) => ('result' in outcome ? outcome.result : undefined);

function pairTexts(outcomes: readonly ClipOutcome[]): TextPair[] {
  return outcomes.map((outcome) => ({
    reference: outcome.clip.text,
    hypothesis: resultOf(outcome)?.rawTranscript ?? '',
  }));
}

function pairTranslations(outcomes: readonly ClipOutcome[]): TextPair[] {
  return outcomes.flatMap((outcome) =>
    outcome.clip.english === undefined
      ? []
      : [{ reference: outcome.clip.english, hypothesis: resultOf(outcome)?.translation ?? '' }],
  );
}

function countFailures(outcomes: readonly ClipOutcome[]): EvaluationSummary['failures'] {
  const failures: EvaluationSummary['failures'] = {};
  for (const outcome of outcomes) {
    if ('failure' in outcome) failures[outcome.failure] = (failures[outcome.failure] ?? 0) + 1;
  }
  return failures;
}

const outcome = (score: number | null, scale: 'transcript' | 'translation', observedError: number): ScoredOutcome[] =>
  score === null
    ? []
    : [{ score, expectedError: scoreToError(score, scale), observedError: Math.min(1, observedError) }];

function scoreClips(outcomes: readonly ClipOutcome[]) {
  const words: ScoredOutcome[] = [];
  const transcripts: ScoredOutcome[] = [];
  const translations: ScoredOutcome[] = [];
  for (const { clip, ...rest } of outcomes) {
    if (!('result' in rest)) continue;
    const { result } = rest;
    const errors = measureWordErrors(
      clip.text,
      result.words.map(({ raw }) => raw),
    );
    for (const [at, { confidence }] of result.words.entries())
      words.push(...outcome(confidence, 'transcript', errors[at] ?? 1));
    const heard = [{ reference: clip.text, hypothesis: result.rawTranscript }];
    transcripts.push(...outcome(result.transcriptConfidence, 'transcript', characterErrorRate(heard)));
    if (clip.english === undefined) continue;
    const translated = [{ reference: clip.english, hypothesis: result.translation }];
    translations.push(...outcome(result.translationConfidence, 'translation', 1 - chrF(translated) / 100));
  }
  return { words, transcripts, translations };
}

export function summarise(outcomes: readonly ClipOutcome[]): EvaluationSummary {
  const scored = scoreClips(outcomes);
  const english = pairTranslations(outcomes);
  const results = outcomes.flatMap((each) => resultOf(each) ?? []);
  const engine = results[0]?.engine;
  return {
    clips: outcomes.length,
    audioSeconds: results.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    failures: countFailures(outcomes),
    wordErrorRate: wordErrorRate(pairTexts(outcomes)),
    characterErrorRate: characterErrorRate(pairTexts(outcomes)),
    chrF: english.length > 0 ? chrF(english) : null,
    engine: engine ? `${engine.recogniser} + ${engine.translator}` : 'none',
    bands: {
      words: measureCalibrationBands(scored.words),
      transcripts: measureCalibrationBands(scored.transcripts),
      translations: measureCalibrationBands(scored.translations),
    },
  };
}

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

/** The summary as lines for a person. */
export function formatReport(summary: EvaluationSummary): string {
  const { bands, failures } = summary;
  const failed = Object.entries(failures).map(([code, count]) => `${code} ${count}`);
  const lines = [
    `engine                ${summary.engine}`,
    `clips                 ${summary.clips} (${summary.audioSeconds.toFixed(0)} s)${failed.length > 0 ? `, without a result: ${failed.join(', ')}` : ''}`,
    `word error rate       ${percent(summary.wordErrorRate)}`,
    `character error rate  ${percent(summary.characterErrorRate)}`,
    `chrF                  ${summary.chrF === null ? 'no English given' : summary.chrF.toFixed(1)}`,
    ...formatBands('words', bands.words),
    ...formatBands('transcripts', bands.transcripts),
    ...formatBands('translations (error = 1 − chrF)', bands.translations),
  ];
  return `${lines.join('\n')}\n`;
}
