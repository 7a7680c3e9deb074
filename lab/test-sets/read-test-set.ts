import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readCommonVoice } from './read-common-voice.ts';
import { readFleurs } from './read-fleurs.ts';
import { readHorn } from './read-horn.ts';
import { findColumn, parseTsv } from './tables.ts';
import type { Split, TestClip } from './test-clip.ts';

const textColumns = ['text', 'text_so', 'somali', 'transcription', 'sentence', 'so'];
const englishColumns = ['english', 'text_en', 'translation', 'en'];

/** Reads tab-separated rows; the first row names the columns, or the columns are file, text, English in this order. */
export function parseTestSet(tsv: string, folder: string): TestClip[] {
  const rows = parseTsv(tsv);
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

async function readOwnTable(folder: string): Promise<TestClip[]> {
  const tables = (await readdir(folder)).filter((file) => file.endsWith('.tsv'));
  const [table] = tables;
  if (!table || tables.length > 1)
    throw new Error(
      `${folder} is not laid out as FLEURS, Common Voice or Horn-ASR, and must else hold exactly one .tsv file (file, text, optional English); it holds ${tables.length}`,
    );
  return parseTestSet(await readFile(path.join(folder, table), 'utf8'), folder);
}

const isThere = ({ audioPath }: TestClip): Promise<boolean> =>
  access(audioPath).then(
    () => true,
    () => false,
  );

export type TestSet = { corpus: string; clips: TestClip[] };

const corpora = [
  { corpus: 'FLEURS', read: readFleurs },
  { corpus: 'Common Voice', read: readCommonVoice },
  { corpus: 'Horn-ASR', read: readHorn },
] as const;

async function findCorpus(folder: string, split: Split): Promise<TestSet> {
  for (const { corpus, read } of corpora) {
    const clips = await read(folder, split);
    if (clips) return { corpus: `${corpus}, ${split}`, clips };
  }
  return { corpus: path.basename(path.resolve(folder)), clips: await readOwnTable(folder) };
}

/**
 * Recordings and what was said in them: FLEURS, Common Voice or Horn-ASR in the folders they are published in, or a folder
 * of recordings and one TSV file beside them.
 * @throws {Error} with a sentence for the operator when there is neither, no rows, or recordings that are not there.
 */
export async function readTestSet(folder: string, split: Split = 'test'): Promise<TestSet> {
  const { corpus, clips } = await findCorpus(folder, split);
  if (clips.length === 0)
    throw new Error(`${folder} names no recordings: columns file, text, optional English, separated by tabs`);
  const lacking: TestClip[] = [];
  for (const clip of clips) if (!(await isThere(clip))) lacking.push(clip);
  const [first] = lacking;
  if (first)
    throw new Error(`${lacking.length} of ${clips.length} recordings are not there; the first is ${first.audioPath}`);
  return { corpus, clips };
}
