import type { SpeechErrorCode } from '#speech/engine.ts';
import { measureWordErrors } from '../metrics/align-words.ts';
import {
  type CalibrationBand,
  measureCalibrationBands,
  type ScoredOutcome,
  scoreToError,
} from '../metrics/calibration-bands.ts';
import { chrF } from '../metrics/chrf.ts';
import { characterErrorRate, type TextPair, wordErrorRate } from '../metrics/error-rate.ts';
import { type ClipOutcome, pairTexts, resultOf } from './clip-outcome.ts';
import { groupByLength, type LengthBucket } from './length-buckets.ts';

export type EvaluationSummary = {
  corpus: string;
  clips: number;
  audioSeconds: number;
  /** Clips without a result, by error; each counts as heard empty. */
  failures: Partial<Record<SpeechErrorCode, number>>;
  wordErrorRate: number;
  characterErrorRate: number;
  /** chrF against the English given, 0–100; `null` where the test set has none. */
  chrF: number | null;
  engine: string;
  lengths: LengthBucket[];
  /** Expected against observed error in the bands that people see. */
  bands: { words: CalibrationBand[]; transcripts: CalibrationBand[]; translations: CalibrationBand[] };
};

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

export function summarise(corpus: string, outcomes: readonly ClipOutcome[]): EvaluationSummary {
  const scored = scoreClips(outcomes);
  const english = pairTranslations(outcomes);
  const pairs = outcomes.map(pairTexts);
  const results = outcomes.flatMap((each) => resultOf(each) ?? []);
  const engine = results[0]?.engine;
  return {
    corpus,
    clips: outcomes.length,
    audioSeconds: results.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    failures: countFailures(outcomes),
    wordErrorRate: wordErrorRate(pairs),
    characterErrorRate: characterErrorRate(pairs),
    chrF: english.length > 0 ? chrF(english) : null,
    engine: engine ? `${engine.recogniser} + ${engine.translator}` : 'none',
    lengths: groupByLength(outcomes),
    bands: {
      words: measureCalibrationBands(scored.words),
      transcripts: measureCalibrationBands(scored.transcripts),
      translations: measureCalibrationBands(scored.translations),
    },
  };
}
