import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseCalibrationTable } from './calibration.ts';
import { calibrationFile, writeCalibration } from './write-calibration.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'calibration-'));
  file = path.join(folder, 'calibration.json');
  await copyFile(calibrationFile, file);
});
afterEach(() => rm(folder, { recursive: true }));

const entry = { isCalibrated: true, basis: 'forty people', word: [[0, 1]], transcript: [[0.5, 0.2]] } as const;

it('replaces one engine and leaves the others', async () => {
  const before = parseCalibrationTable(JSON.parse(await readFile(file, 'utf8')));
  await writeCalibration(file, { recognisers: { starter: entry } });
  const after = parseCalibrationTable(JSON.parse(await readFile(file, 'utf8')));
  expect(after.recognisers.starter).toEqual(entry);
  expect({ ...after.recognisers, starter: null }).toEqual({ ...before.recognisers, starter: null });
  expect(after.translators).toEqual(before.translators);
});

it('writes nothing into a file that is no calibration table', async () => {
  await writeFile(file, '{"recognisers":{}}');
  await expect(writeCalibration(file, { recognisers: { starter: entry } })).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toBe('{"recognisers":{}}');
});
