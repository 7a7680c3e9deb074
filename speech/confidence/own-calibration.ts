import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCalibrationTable, setOwnCalibration } from './calibration.ts';

/** What `npm run calibrate` writes: beside the models, so that an update of the product leaves it alone. */
export const ownCalibrationFile = (modelsDir: string): string => path.join(modelsDir, 'calibration.json');

/**
 * Takes the operator's own maps into use, where there are some.
 * @returns what is wrong with them, in which case the shipped ones answer; `null` when nothing is.
 */
export async function adoptOwnCalibration(modelsDir: string): Promise<string | null> {
  const text = await readFile(ownCalibrationFile(modelsDir), 'utf8').catch((error: NodeJS.ErrnoException) => error);
  try {
    if (typeof text === 'string') setOwnCalibration(parseCalibrationTable(JSON.parse(text)));
    else if (text.code === 'ENOENT' || text.code === 'ENOTDIR') setOwnCalibration(null);
    else throw text;
    return null;
  } catch {
    setOwnCalibration(null);
    return 'calibration.json is damaged: scores are the shipped estimates; move it away and run: npm run calibrate';
  }
}
