import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLackOfRoom, prepareDataFolder, requireWritable } from './data-folder.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'data-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const modeOf = (file: string) => statSync(file).mode & 0o7777;
const isRoot = process.getuid?.() === 0;

function makeFolder(name: string, mode: number): string {
  const folder = path.join(root, name);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  return folder;
}

describe('a folder that cannot be written', () => {
  it.each(['DATA_DIR', 'MODELS_DIR'])('is refused with a sentence that names %s', (variable) => {
    const file = path.join(root, `file-${variable}`);
    writeFileSync(file, 'x');
    expect(() => requireWritable(path.join(file, 'below'), variable)).toThrow(
      new RegExp(`^${variable} \\(.*below\\) cannot be written: ENOTDIR. Cure: set ${variable}`),
    );
  });

  it('is refused before anything is begun in it', () => {
    const file = path.join(root, 'a-file');
    writeFileSync(file, 'x');
    expect(() => prepareDataFolder(path.join(file, 'data'))).toThrow(/^DATA_DIR .* cannot be written/);
  });

  it('leaves nothing behind where it can', () => {
    const folder = path.join(root, 'writable');
    requireWritable(folder, 'DATA_DIR');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is told where its disk has no room for a database to start in', async () => {
    expect(await findLackOfRoom(root, async () => 3_000_000)).toMatch(/has 2 MB left.*make room/s);
    expect(await findLackOfRoom(root, async () => 3_000_000_000)).toBeUndefined();
    expect(await findLackOfRoom(path.join(root, 'not there yet'))).toBeUndefined();
  });
});

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is made where it is missing, for this account alone (D7)', () => {
    const folder = path.join(root, 'new/data');
    expect(prepareDataFolder(folder)).toEqual([]);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('is closed where it stood open, with what the service keeps in it (D4)', () => {
    const folder = makeFolder('open', 0o755);
    mkdirSync(path.join(folder, 'db'));
    writeFileSync(path.join(folder, 'session-secret'), 'x');
    for (const file of ['db', 'session-secret']) chmodSync(path.join(folder, file), 0o777);
    expect(prepareDataFolder(folder)).toEqual([]);
    for (const name of ['', 'db', 'session-secret'])
      expect([name, modeOf(path.join(folder, name)) & 0o077]).toEqual([name, 0]);
  });

  it('stays as it is where it holds files of somebody else, which is told; ours in it are closed', () => {
    const folder = makeFolder('home', 0o755);
    writeFileSync(path.join(folder, 'letters.txt'), 'x');
    chmodSync(path.join(folder, 'letters.txt'), 0o644);
    mkdirSync(path.join(folder, 'db'));
    chmodSync(path.join(folder, 'db'), 0o755);
    expect(prepareDataFolder(folder)).toEqual([folder]);
    expect([modeOf(folder), modeOf(path.join(folder, 'letters.txt'))]).toEqual([0o755, 0o644]);
    expect(modeOf(path.join(folder, 'db'))).toBe(0o700);
  });

  it('makes every later file its owner’s alone, whatever mode it asks for', () => {
    const folder = makeFolder('umask', 0o700);
    prepareDataFolder(folder);
    writeFileSync(path.join(folder, 'tmp'), 'x', { mode: 0o666 });
    expect(modeOf(path.join(folder, 'tmp'))).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['tmp']);
  });

  it.runIf(isRoot)('is refused where another account owns it and all may write in it', () => {
    const folder = makeFolder('foreign', 0o777);
    chownSync(folder, 65_534, 65_534);
    expect(() => prepareDataFolder(folder)).toThrow(/chmod 700/);
    chmodSync(folder, 0o750);
    expect(prepareDataFolder(folder)).toEqual([folder]);
  });
});
