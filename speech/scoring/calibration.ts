import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { LanguageWeights } from '../models/resolve-models.ts';
import table from './calibration.json' with { type: 'json' };

const breakpoints = z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()]))).check(z.minLength(1)));
/** A monotone piecewise-linear map as its corners `[x, y]`, x rising; flat beyond both ends. */
export type Breakpoints = readonly (readonly [x: number, y: number])[];

/** @throws {RangeError} when there are no breakpoints. */
export function interpolate(breakpoints: Breakpoints, x: number): number {
  const first = breakpoints[0];
  if (first === undefined) throw new RangeError('a map needs at least one breakpoint');
  let [leftX, leftY] = first;
  if (x <= leftX) return leftY;
  for (const [rightX, rightY] of breakpoints) {
    if (x <= rightX) return leftY + ((x - leftX) / (rightX - leftX)) * (rightY - leftY);
    [leftX, leftY] = [rightX, rightY];
  }
  return leftY;
}

/**
 * The maps of one recogniser: raw confidence in [0, 1] → expected character error rate, for a word and for a text.
 * `basis` says what they were fitted on; `isCalibrated` is true only where that was recordings of people.
 */
const recogniserCalibration = z.object({
  isCalibrated: z.boolean(),
  basis: z.string(),
  word: breakpoints,
  transcript: breakpoints,
});
/**
 * Raw confidence in [0, 1] → expected `1 − chrF/100` of a sentence. One with a lower score than `leastShown` is not shown,
 * one with a lower score than `leastSure` or tokens less likely than `leastProbability` is shown with a mark of doubt.
 */
const translatorCalibration = z.object({
  isCalibrated: z.boolean(),
  basis: z.string(),
  sentence: breakpoints,
  leastShown: z.optional(z.number()),
  leastSure: z.optional(z.number()),
  leastProbability: z.optional(z.number()),
});
const languageWeights = z.object({ weight: z.number(), letterBonus: z.number() });
/** By the engines' names, as the catalogue of models has them. */
const calibrationTable = z.object({
  recognisers: z.record(z.string(), recogniserCalibration),
  translators: z.record(z.string(), translatorCalibration),
  languageWeights: z.optional(z.record(z.string(), languageWeights)),
});
export type RecogniserCalibration = z.infer<typeof recogniserCalibration>;
export type TranslatorCalibration = z.infer<typeof translatorCalibration>;
export type CalibrationTable = z.infer<typeof calibrationTable>;

/** @throws {Error} for anything but a calibration table. */
export const parseCalibrationTable = (table: unknown): CalibrationTable => calibrationTable.parse(table);

const shipped = parseCalibrationTable(table);
let own: CalibrationTable | null = null;

/** The operator's own maps go before those that are shipped, engine by engine; `null` gives them up. */
export function setOwnCalibration(calibration: CalibrationTable | null): void {
  own = calibration;
}

/** @returns `null` for an engine that no calibration knows: its confidence is unknown. */
export function findRecogniserCalibration(name: string): RecogniserCalibration | null {
  return own?.recognisers[name] ?? shipped.recognisers[name] ?? null;
}

/** @returns `null` for an engine that no calibration knows: its confidence is unknown. */
export function findTranslatorCalibration(name: string): TranslatorCalibration | null {
  return own?.translators[name] ?? shipped.translators[name] ?? null;
}

/** What an operator has measured; `undefined` where none has: the recogniser takes its own. */
export const findLanguageWeights = (name: string): LanguageWeights | undefined => own?.languageWeights?.[name];

/** Whether both engines' scores were fitted on recordings of people; otherwise results say "uncalibrated". */
export function isCalibrated(engine: { recogniser: string; translator: string }): boolean {
  return (
    findRecogniserCalibration(engine.recogniser)?.isCalibrated === true &&
    findTranslatorCalibration(engine.translator)?.isCalibrated === true
  );
}

/** What `npm run lab -- calibrate` writes: beside the models, so that an update of the product leaves it alone. */
export const ownCalibrationFile = (modelsDir: string): string => path.join(modelsDir, 'calibration.json');

/** Adopts the operator's own maps. @returns what is wrong with them, and the shipped ones answer; else `null` */
export async function adoptOwnCalibration(modelsDir: string): Promise<string | null> {
  const text = await readFile(ownCalibrationFile(modelsDir), 'utf8').catch((error: NodeJS.ErrnoException) => error);
  try {
    if (typeof text === 'string') setOwnCalibration(parseCalibrationTable(JSON.parse(text)));
    else if (text.code === 'ENOENT' || text.code === 'ENOTDIR') setOwnCalibration(null);
    else throw text;
    return null;
  } catch {
    setOwnCalibration(null);
    return 'calibration.json is damaged: scores are the shipped estimates; move it away and run: npm run lab -- calibrate';
  }
}

/** 8 is the border of High, 6 of Medium (models.md §6.3, spec §4). */
const scores = [10, 8, 6, 3, 0];
/** From the expected errors that these scores stand for. */
const scaleOf = (...errors: number[]): Breakpoints => errors.map((error, at) => [error, scores[at] ?? 0]);

export const scoreScales = {
  /** Expected character error rate. */
  transcript: scaleOf(0, 0.05, 0.15, 0.3, 0.5),
  /** Expected `1 − chrF/100`: good translations of a sentence rarely share more than 80 % of their n-grams. */
  translation: scaleOf(0, 0.2, 0.4, 0.6, 0.8),
};
type ScoreScale = keyof typeof scoreScales;

/** The highest score of an engine that was never measured with people: below High, which is a promise (decision 087). */
const highestUnmeasured = 7.9;

/** @returns 0–10 with one decimal, of a raw confidence in [0, 1] by one map of an engine's calibration. */
export function scoreBy({ isCalibrated }: { isCalibrated: boolean }, map: Breakpoints, raw: number, scale: ScoreScale) {
  const score = errorToScore(interpolate(map, raw), scale);
  return isCalibrated ? score : Math.min(score, highestUnmeasured);
}

export function errorToScore(expectedError: number, scale: ScoreScale): number {
  return Math.round(interpolate(scoreScales[scale], expectedError) * 10) / 10;
}
