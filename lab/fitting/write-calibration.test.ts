import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  adoptOwnCalibration,
  findRecogniserCalibration,
  isCalibrated,
  ownCalibrationFile,
  parseCalibrationTable,
  setOwnCalibration,
} from '#speech/scoring/calibration.ts';
import { shippedCalibrationFile, writeCalibration } from './write-calibration.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'calibration-'));
  file = path.join(folder, 'calibration.json');
  await copyFile(shippedCalibrationFile, file);
});
afterEach(async () => {
  setOwnCalibration(null);
  await rm(folder, { recursive: true });
});

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

it('is what the engine scores with from the next start on, engine by engine', async () => {
  const own = ownCalibrationFile(folder);
  await rm(file);
  const sentence = [[0, 0.5]] as const;
  await writeCalibration(own, { recognisers: { starter: entry }, translators: { starter: { ...entry, sentence } } });
  expect(await adoptOwnCalibration(folder)).toBeNull();
  expect(findRecogniserCalibration('starter')).toMatchObject(entry);
  expect(isCalibrated({ recogniser: 'starter', translator: 'starter' })).toBe(true);
  expect(findRecogniserCalibration('omniasr-ctc-1b-v2')).not.toBeNull();
  await rm(own);
  expect(await adoptOwnCalibration(folder)).toBeNull();
  expect(findRecogniserCalibration('starter')?.isCalibrated).toBe(false);
});

it.each(['{', '{"recognisers":{"starter":{"word":[]}},"translators":{}}'])(
  'leaves the shipped maps where an operator’s own file is broken, and says so: %s',
  async (broken) => {
    const before = findRecogniserCalibration('starter');
    await writeFile(ownCalibrationFile(folder), broken);
    expect(await adoptOwnCalibration(folder)).toMatch(/^calibration\.json is damaged: .*npm run lab -- calibrate/);
    expect(findRecogniserCalibration('starter')).toBe(before);
    await expect(writeCalibration(ownCalibrationFile(folder), {})).rejects.toThrow('move it away first');
  },
);
