import path from 'node:path';
import { findFolder, parseTsv, readIfThere } from './tables.ts';
import { type CorpusReader, splits } from './test-clip.ts';

/** Columns without a header: id, file, text as written, text as read, letters, samples, sex. */
const columns = { id: 0, file: 1, written: 2, read: 3 } as const;
const fewestColumns = 6;

const isFleurs = (rows: readonly string[][]) =>
  rows.length > 0 &&
  rows.every(
    (row) =>
      row.length >= fewestColumns && /^\d+$/.test(row[columns.id] ?? '') && /\.wav$/.test(row[columns.file] ?? ''),
  );

/** The English of each sentence, by its number, which all languages share. */
async function readEnglish(folder: string): Promise<Map<string, string>> {
  const english = new Map<string, string>();
  for (const split of splits) {
    const table = await readIfThere(path.join(folder, `${split}.tsv`));
    for (const row of parseTsv(table ?? '')) english.set(row[columns.id] ?? '', row[columns.written] ?? '');
  }
  return english;
}

/**
 * FLEURS (google/fleurs): `data/so_so/test.tsv` beside `audio/test/*.wav`, as its archive unpacks. Where `en_us` lies beside
 * `so_so`, its tables give the English.
 */
export const readFleurs: CorpusReader = async (folder, split) => {
  for (const home of [folder, path.join(folder, 'so_so'), path.join(folder, 'data', 'so_so')]) {
    const rows = parseTsv((await readIfThere(path.join(home, `${split}.tsv`))) ?? '');
    if (!isFleurs(rows)) continue;
    const audio = await findFolder(home, [path.join('audio', split), split, 'audio']);
    const english = await readEnglish(path.join(home, '..', 'en_us'));
    return rows.map((row) => {
      const file = row[columns.file] ?? '';
      const text = (row[columns.read] ?? '').trim();
      return { file, audioPath: path.join(audio, file), text, english: english.get(row[columns.id] ?? '') };
    });
  }
  return null;
};
