import * as z from 'zod/mini';
import table from './calibration.json' with { type: 'json' };
import type { Knots } from './knots.ts';

const knots = z.array(z.tuple([z.number(), z.number()])).check(z.minLength(1));
const calibrationTable = z.object({
  recognisers: z.record(
    z.string(),
    z.object({ isCalibrated: z.boolean(), basis: z.string(), word: knots, transcript: knots }),
  ),
  translators: z.record(z.string(), z.object({ isCalibrated: z.boolean(), basis: z.string(), sentence: knots })),
});

/**
 * The maps of one recogniser: raw confidence in [0, 1] → expected character error rate, for a word and for a text.
 * `basis` says what they were fitted on; `isCalibrated` is true only where that was recordings of people.
 */
export type RecogniserCalibration = { isCalibrated: boolean; basis: string; word: Knots; transcript: Knots };
/** Raw confidence in [0, 1] → expected `1 − chrF/100` of a sentence. */
export type TranslatorCalibration = { isCalibrated: boolean; basis: string; sentence: Knots };
/** By the engines' names, as the catalogue of models has them. */
export type CalibrationTable = {
  recognisers: Record<string, RecogniserCalibration>;
  translators: Record<string, TranslatorCalibration>;
};

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

/** Whether both engines' scores were fitted on recordings of people; otherwise results say "uncalibrated". */
export function isCalibrated(engine: { recogniser: string; translator: string }): boolean {
  return (
    findRecogniserCalibration(engine.recogniser)?.isCalibrated === true &&
    findTranslatorCalibration(engine.translator)?.isCalibrated === true
  );
}
