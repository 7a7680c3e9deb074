import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageWeights } from '#speech/models/resolve-models.ts';
import {
  type CalibrationTable,
  parseCalibrationTable,
  type RecogniserCalibration,
  type TranslatorCalibration,
} from '#speech/scoring/calibration.ts';

/** The calibration that the product comes with. */
export const shippedCalibrationFile = fileURLToPath(new URL('../../speech/scoring/calibration.json', import.meta.url));

export type NewCalibrations = {
  recognisers?: Record<string, RecogniserCalibration>;
  translators?: Record<string, TranslatorCalibration>;
  languageWeights?: Record<string, LanguageWeights>;
};

async function readTable(file: string): Promise<CalibrationTable> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? { recognisers: {}, translators: {} } : parseCalibrationTable(JSON.parse(text));
}

/**
 * Puts engines' new maps into a calibration file; all others stay.
 * @throws {Error} when the file is there and is not a calibration table, before anything is written.
 */
export async function writeCalibration(file: string, added: NewCalibrations): Promise<void> {
  const table = await readTable(file).catch((cause: unknown) => {
    throw new Error(`${file} is damaged: move it away first`, { cause });
  });
  const merged: CalibrationTable = {
    recognisers: { ...table.recognisers, ...added.recognisers },
    translators: { ...table.translators, ...added.translators },
    languageWeights: { ...table.languageWeights, ...added.languageWeights },
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, `${JSON.stringify(parseCalibrationTable(merged), null, 2)}\n`);
  await rename(`${file}.part`, file);
}
