import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One recording of a test set with what was said and, where it is known, the English. */
export type TestClip = { file: string; audioPath: string; text: string; english: string | undefined };

const textColumns = ['text', 'text_so', 'somali', 'transcription', 'sentence'];
const englishColumns = ['english', 'text_en', 'translation'];

function findColumn(header: readonly string[], names: readonly string[]): number {
  return header.findIndex((name) => names.includes(name.trim().toLowerCase()));
}

/** Reads tab-separated rows; the first row names the columns, or the columns are file, text, English in this order. */
export function parseTestSet(tsv: string, folder: string): TestClip[] {
  const rows = tsv
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
  const [header = []] = rows;
  const fileColumn = findColumn(header, ['file', 'path', 'audio', 'file_name']);
  const hasHeader = fileColumn >= 0;
  const textColumn = hasHeader ? findColumn(header, textColumns) : 1;
  const englishColumn = hasHeader ? findColumn(header, englishColumns) : 2;
  return rows.slice(hasHeader ? 1 : 0).flatMap((row) => {
    const file = row[hasHeader ? fileColumn : 0]?.trim();
    const text = row[textColumn]?.trim();
    if (!file || !text) return [];
    return [{ file, audioPath: path.join(folder, file), text, english: row[englishColumn]?.trim() || undefined }];
  });
}

/**
 * A folder of recordings and one TSV file beside them.
 * @throws {Error} with a sentence for the operator when there is not exactly one TSV file, or it holds no rows.
 */
export async function readTestSet(folder: string): Promise<TestClip[]> {
  const tables = (await readdir(folder)).filter((file) => file.endsWith('.tsv'));
  const [table] = tables;
  if (!table || tables.length > 1)
    throw new Error(
      `${folder} must hold exactly one .tsv file (file, text, optional English); it holds ${tables.length}`,
    );
  const clips = parseTestSet(await readFile(path.join(folder, table), 'utf8'), folder);
  if (clips.length === 0)
    throw new Error(`${table} names no recordings: columns file, text, optional English, separated by tabs`);
  return clips;
}
