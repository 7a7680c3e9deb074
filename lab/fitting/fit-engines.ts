import { measureSentence } from '#speech/english/score-translation.ts';
import type { Breakpoints } from '#speech/scoring/calibration.ts';
import { combineConfidences } from '#speech/scoring/score-transcript.ts';
import { measureWordErrors } from '../metrics/align-words.ts';
import { chrF } from '../metrics/chrf.ts';
import { characterErrorRate } from '../metrics/error-rate.ts';
import { fitCalibration } from './fit-calibration.ts';

/** A recording with its exact text, and what the recogniser heard with its raw confidences. */
export type RecognisedClip = { reference: string; words: readonly { raw: string; confidence: number | null }[] };

/** A sentence with an English translation by a person, and the engine's own. */
export type TranslatedPair = {
  source: string;
  reference: string;
  text: string;
  tokenLogProbabilities: readonly number[];
};

/**
 * Fits a recogniser's maps on recordings whose text is known: words against the error of each word, texts against the
 * character error rate of each recording.
 * @throws {RangeError} with fewer than 20 recordings or words.
 */
export function fitRecogniser(clips: readonly RecognisedClip[]): { word: Breakpoints; transcript: Breakpoints } {
  const words = clips.flatMap(({ reference, words: heard }) => {
    const errors = measureWordErrors(
      reference,
      heard.map(({ raw }) => raw),
    );
    return heard.flatMap(({ raw, confidence }, i) =>
      confidence === null ? [] : [{ raw: confidence, error: errors[i] ?? 1, weight: raw.length }],
    );
  });
  const texts = clips.flatMap(({ reference, words: heard }) => {
    const raw = combineConfidences(heard.map(({ raw: text, confidence }) => ({ confidence, letters: text.length })));
    const hypothesis = heard.map(({ raw: text }) => text).join(' ');
    const error = Math.min(1, characterErrorRate([{ reference, hypothesis }]));
    return raw === null ? [] : [{ raw, error, weight: reference.length }];
  });
  return { word: fitCalibration(words), transcript: fitCalibration(texts) };
}

/**
 * Fits a translator's map on sentences whose English is known: raw confidence against `1 − chrF/100`.
 * @throws {RangeError} with fewer than 20 sentences whose token probabilities are known.
 */
export function fitTranslator(pairs: readonly TranslatedPair[]): { sentence: Breakpoints } {
  const known = pairs.flatMap(({ reference, ...sentence }) => {
    const raw = measureSentence(sentence);
    return raw === null ? [] : [{ raw, error: 1 - chrF([{ reference, hypothesis: sentence.text }]) / 100 }];
  });
  return { sentence: fitCalibration(known) };
}
