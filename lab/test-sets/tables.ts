import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Tab-separated cells; empty lines are left out. Nothing is quoted in the corpora we read. */
export const parseTsv = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));

/** Comma-separated cells (RFC 4180): quoted ones may hold commas, line ends and doubled quotes. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g;
  for (const [whole, quoted, plain = '', end] of text.replace(/^\uFEFF/, '').matchAll(cells)) {
    if (whole === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell.trim() !== ''));
}

/** The place of the first of these names in a header; −1 where none is there. */
export const findColumn = (header: readonly string[], names: readonly string[]): number =>
  header.findIndex((name) => names.includes(name.trim().toLowerCase()));

export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The first of these folders that is there, or the first of all, whose absence is then told file by file. */
export async function findFolder(folder: string, candidates: readonly string[]): Promise<string> {
  for (const candidate of candidates) {
    if (await isFolder(path.join(folder, candidate))) return path.join(folder, candidate);
  }
  return path.join(folder, candidates[0] ?? '');
}
