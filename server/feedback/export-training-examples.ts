import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shareOfWordsChanged } from '#shared/export/retime-words.ts';
import type { Db } from '../db/database.ts';
import { type Storage, StoredObjectMissing } from '../storage/storage.ts';
import { listTrainingExamples, type TrainingExample } from './store.ts';

const table = 'corrections.tsv';
/** One line that no spreadsheet takes for a formula; no speech begins with the signs that are left out. */
const cellOf = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\p{Cc}\p{Cf}=+@\t -]+/u, '')
    .trim();

/** English that a person wrote: the engine's own would be measured against itself. */
function englishByHand({ english, correction }: TrainingExample): string {
  const { translation, translationOf, transcript, again } = correction;
  const isByHand = translation !== english && translation !== again?.translation && translationOf === transcript;
  return isByHand ? translation : '';
}

const isOurs = (name: string) => /^[\w-]{16}\.ogg(\.part)?$/.test(name);
const fileOf = ({ id }: TrainingExample) => `${id}.ogg`;

/** `so` and `en` are what both the measuring programs and the recipes of the training read. */
const columns: Readonly<Record<string, (example: TrainingExample) => string>> = {
  file: fileOf,
  so: ({ correction }) => cellOf(correction.transcript),
  en: (example) => cellOf(englishByHand(example)),
  speaker: ({ speaker }) => String(speaker),
  changed: ({ heard, correction }) => shareOfWordsChanged(heard, correction.transcript).toFixed(3),
  seconds: ({ seconds }) => (seconds ?? 0).toFixed(1),
  checked: ({ isChecked }) => (isChecked ? 'yes' : 'no'),
};

type Parts = { db: Db; storage: Pick<Storage, 'fetchTo'> };

/** A folder that was exported to before is brought up to date: what was taken back or refused since is deleted there. */
export async function exportTrainingExamples({ db, storage }: Parts, folder: string, takesUnchecked: boolean) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = new Set(await readdir(folder));
  if (there.size > 0 && !there.has(table)) throw new Error(`${folder} holds something else. Name a new folder.`);
  const examples = (await listTrainingExamples(db)).filter(({ isChecked }) => isChecked || takesUnchecked);
  const wanted = new Set(examples.map(fileOf));
  for (const name of there) if (isOurs(name) && !wanted.has(name)) await rm(path.join(folder, name));
  const lines = [Object.keys(columns).join('\t')];
  for (const example of examples) {
    const file = fileOf(example);
    try {
      if (!there.has(file)) {
        const partial = path.join(folder, `${file}.part`);
        await storage.fetchTo(example.audioKey, partial);
        await rename(partial, path.join(folder, file));
      }
    } catch (error) {
      if (error instanceof StoredObjectMissing) continue;
      throw error;
    }
    const cells = Object.values(columns).map((write) => write(example));
    lines.push(cells.join('\t'));
  }
  await writeFile(path.join(folder, table), `${lines.join('\n')}\n`, { mode: 0o600 });
  return lines.length - 1;
}
