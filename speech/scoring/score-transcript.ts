import { findRecogniserCalibration, scoreBy } from './calibration.ts';

/** A raw confidence in [0, 1] with the letters it stands for. */
export type WeightedConfidence = { confidence: number | null; letters: number };

/** @returns 0–10 with one decimal, of a raw value in [0, 1]; `null` when the recogniser or the value is unknown. */
export function scoreWord(engine: string, confidence: number | null): number | null {
  const calibration = findRecogniserCalibration(engine);
  if (calibration === null || confidence === null) return null;
  return scoreBy(calibration, calibration.word, confidence, 'transcript');
}

/** Fewer letters than this say too little about how well the voice is understood: such an answer never reads High (8), or not even Medium (6). */
const minLettersForHigh = 20;
const minLettersForMedium = 5;
const highestOfShort = 7.9;
const highestOfShortest = 5.9;

function capShort(score: number, words: readonly WeightedConfidence[]): number {
  const letters = words.reduce((sum, word) => sum + word.letters, 0);
  if (letters < minLettersForMedium) return Math.min(score, highestOfShortest);
  return letters < minLettersForHigh ? Math.min(score, highestOfShort) : score;
}

/** A word may stand out from its stretch of speech by this much, and no more. */
const marginOverStretch = 1;

/** An unknown voice or room shows in the whole stretch: a sure word in an unsure stretch is mostly wrong as well. */
export function scoreWords(engine: string, words: readonly WeightedConfidence[]): (number | null)[] {
  const stretch = scoreTranscript(engine, words);
  return words.map(({ confidence }) => {
    const own = scoreWord(engine, confidence);
    if (own === null || stretch === null) return own;
    return capShort(Math.min(own, Math.round((stretch + marginOverStretch) * 10) / 10), words);
  });
}

/**
 * Score of a segment or of a whole transcript: the mean of its words' raw confidences by their letters, mapped to an
 * expected character error rate.
 * @returns 0–10 with one decimal; `null` without words, or when the engine or one word's value is unknown.
 */
export function scoreTranscript(engine: string, words: readonly WeightedConfidence[]): number | null {
  const calibration = findRecogniserCalibration(engine);
  const raw = combineConfidences(words);
  if (calibration === null || raw === null) return null;
  return capShort(scoreBy(calibration, calibration.transcript, raw, 'transcript'), words);
}

/** Mean raw confidence by letters; `null` without words or with an unknown one. */
export function combineConfidences(words: readonly WeightedConfidence[]): number | null {
  let sum = 0;
  let letters = 0;
  for (const word of words) {
    if (word.confidence === null) return null;
    sum += word.confidence * word.letters;
    letters += word.letters;
  }
  return letters > 0 ? sum / letters : null;
}
