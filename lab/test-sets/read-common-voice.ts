import path from 'node:path';
import { findColumn, findFolder, parseTsv, readIfThere } from './tables.ts';
import type { CorpusReader } from './test-clip.ts';

/** Mozilla Common Voice: `so/test.tsv` with a header, beside `clips/*.mp3`; the release's own folder holds `so`. */
export const readCommonVoice: CorpusReader = async (folder, split) => {
  for (const home of [folder, path.join(folder, 'so')]) {
    const [header = [], ...rows] = parseTsv((await readIfThere(path.join(home, `${split}.tsv`))) ?? '');
    const speakerAt = findColumn(header, ['client_id']);
    const fileAt = findColumn(header, ['path']);
    const textAt = findColumn(header, ['sentence']);
    if (speakerAt < 0 || fileAt < 0 || textAt < 0) continue;
    const clips = await findFolder(home, ['clips']);
    return rows.flatMap((row) => {
      const file = row[fileAt]?.trim() ?? '';
      const text = row[textAt]?.trim() ?? '';
      if (file === '' || text === '') return [];
      // Early releases leave the ending out.
      const name = path.extname(file) === '' ? `${file}.mp3` : file;
      return [{ file: name, audioPath: path.join(clips, name), text, english: undefined }];
    });
  }
  return null;
};
