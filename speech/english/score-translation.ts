import { findTranslatorCalibration, scoreBy } from '../scoring/calibration.ts';
import { combineConfidences } from '../scoring/score-transcript.ts';
import { measureCoverage } from './check-translation.ts';

/** One translated sentence; `tokenLogProbabilities` is empty where the engine does not tell them, `isCut` without its end. */
export type ScoredSentence = {
  source: string;
  text: string;
  tokenLogProbabilities: readonly number[];
  isCut?: boolean;
};

/** English over Somali in letters: outside this range something was left out or made up (models.md §6.2). */
const usualLengthRatio = { least: 0.5, most: 1.8 };
/** Ratios of very short sentences say nothing. */
const minLettersForRatio = 15;
/** A doubt multiplies the raw confidence by this. */
const doubtFactor = 0.6;
/** A worse worst sentence may pull the whole down to this much above itself. */
const marginOverWorst = 3;

/** What the lexicon takes from the mean log probability for words of either side that the other lacks (decision 119). */
const coverageWeight = { somali: 0.055, english: 0.12 };
/** Taken where the lexicon knows none of the words: about the mean of the same sentences. */
const usualCoverage = { somali: 0.7, english: 0.5 };

/** Geometric mean of the tokens' probabilities; 1 where an engine does not tell them. */
export const meanProbability = (logProbabilities: readonly number[]): number =>
  Math.exp(logProbabilities.reduce((sum, value) => sum + value, 0) / Math.max(1, logProbabilities.length));

/**
 * Raw confidence of one sentence in [0, 1]: the geometric mean probability of its tokens and what the lexicon can follow,
 * lowered for each sign of a broken translation (length, repetition, words copied, no end). `null` without token
 * probabilities.
 */
export function measureSentence({ source, text, tokenLogProbabilities, isCut = false }: ScoredSentence): number | null {
  if (tokenLogProbabilities.length === 0) return null;
  const doubts = [hasUnusualLength(source, text), repeatsItself(text), copiesSource(source, text), isCut];
  const { somali, english } = measureCoverage(source, text);
  const unexplained =
    coverageWeight.somali * (1 - (somali ?? usualCoverage.somali)) +
    coverageWeight.english * (1 - (english ?? usualCoverage.english));
  return meanProbability(tokenLogProbabilities) * Math.exp(-unexplained) * doubtFactor ** doubts.filter(Boolean).length;
}

/** Score of one sentence, 0–10, of its raw confidence; `null` for an engine or a confidence that is unknown. */
export function scoreSentence(engine: string, raw: number | null): number | null {
  const calibration = findTranslatorCalibration(engine);
  if (calibration === null || raw === null) return null;
  return scoreBy(calibration, calibration.sentence, raw, 'translation');
}

/** How far a translation may stand above its transcript: it can be right of words that were spelt wrong. */
const marginOverTranscript = 2;

/**
 * Score of a translation: the sentences' scores by their length, no more than 3 above the worst sentence and 2 above the
 * transcript's own score: a fluent translation of a wrong transcript must not read as sure.
 * @returns 0–10 with one decimal; `null` without sentences, or when a sentence's or the transcript's score is unknown.
 */
export function scoreTranslation(
  sentences: readonly { source: string; score: number | null }[],
  transcriptScore: number | null,
): number | null {
  const scored = sentences.map(({ source, score }) => ({ confidence: score, letters: source.length }));
  const own = combineConfidences(scored);
  if (own === null || transcriptScore === null) return null;
  const worst = Math.min(...sentences.map(({ score }) => score ?? 0));
  const capped = Math.min(own, worst + marginOverWorst, transcriptScore + marginOverTranscript);
  return Math.round(capped * 10) / 10;
}

function hasUnusualLength(source: string, text: string): boolean {
  if (source.length < minLettersForRatio) return text.trim() === '';
  const ratio = text.length / source.length;
  return ratio < usualLengthRatio.least || ratio > usualLengthRatio.most;
}

/** The same three words twice in a row, or one word three times. */
function repeatsItself(text: string): boolean {
  const words = toWords(text);
  const comesAgain = (at: number, count: number, later: number) =>
    words.slice(at, at + count).every((word, k) => word === words[at + k + later]);
  return words.some((_, at) => comesAgain(at, 3, 3) || comesAgain(at, 2, 1));
}

/** More than half of the source's longer words stand untranslated in the text. */
function copiesSource(source: string, text: string): boolean {
  const found = new Set(toWords(text));
  const longer = toWords(source).filter((word) => word.length > 3);
  return longer.length > 1 && longer.filter((word) => found.has(word)).length > longer.length / 2;
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
