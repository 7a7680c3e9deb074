import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type CalibrationTable,
  parseCalibrationTable,
  type RecogniserCalibration,
  type TranslatorCalibration,
} from './calibration.ts';

/** The one calibration file. */
export const calibrationFile = fileURLToPath(new URL('./calibration.json', import.meta.url));

export type NewCalibrations = {
  recognisers?: Record<string, RecogniserCalibration>;
  translators?: Record<string, TranslatorCalibration>;
};

/**
 * Puts engines' new maps into a calibration file; all others stay.
 * @throws {Error} when the file is not a calibration table, before anything is written.
 */
export async function writeCalibration(file: string, added: NewCalibrations): Promise<void> {
  const table = parseCalibrationTable(JSON.parse(await readFile(file, 'utf8')));
  const merged: CalibrationTable = {
    recognisers: { ...table.recognisers, ...added.recognisers },
    translators: { ...table.translators, ...added.translators },
  };
  await writeFile(file, `${JSON.stringify(parseCalibrationTable(merged), null, 2)}\n`);
}
