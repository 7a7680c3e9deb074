import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCoreShare } from './usage.ts';

it.each([
  ['50000 100000\n', 0.5],
  ['400000 100000\n', 1],
  ['max 100000\n', 1],
  ['', 1],
])('reads a quota of %j as %d of a core', async (text, share) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'core-share-'));
  const file = path.join(folder, 'cpu.max');
  await writeFile(file, text);
  expect(readCoreShare(file)).toBe(share);
  await rm(folder, { recursive: true });
});

it('knows of no quota where there is no such file', () => {
  expect(readCoreShare('/nowhere/cpu.max')).toBe(1);
});
