import path from 'node:path';
import { findColumn, parseCsv, readIfThere } from './tables.ts';
import type { CorpusReader } from './test-clip.ts';

const fileNames = ['file_name', 'file', 'path', 'audio'];
/** The dataset's card names the files and not the columns: any of the usual names is taken. */
const textNames = ['transcription', 'transcript', 'text', 'sentence', 'reference', 'normalized_text'];
const englishNames = ['english', 'translation', 'text_en'];

/**
 * Horn-ASR (LesanAI/Horn-ASR): `so/test/metadata.csv` among its `*.wav` files, a test set and nothing else.
 * @throws {Error} naming the columns when none of them can be the text.
 */
export const readHorn: CorpusReader = async (folder, split) => {
  for (const home of [folder, path.join(folder, split), path.join(folder, 'so', split)]) {
    const table = await readIfThere(path.join(home, 'metadata.csv'));
    if (table === null) continue;
    const [header = [], ...rows] = parseCsv(table);
    const [fileAt, textAt] = [findColumn(header, fileNames), findColumn(header, textNames)];
    const englishAt = findColumn(header, englishNames);
    if (fileAt < 0 || textAt < 0) {
      throw new Error(`${path.join(home, 'metadata.csv')} has no column of files and texts among ${header.join(', ')}`);
    }
    return rows.flatMap((row) => {
      const file = row[fileAt]?.trim() ?? '';
      const text = row[textAt]?.trim() ?? '';
      if (file === '' || text === '') return [];
      return [{ file, audioPath: path.join(home, file), text, english: row[englishAt]?.trim() || undefined }];
    });
  }
  return null;
};
