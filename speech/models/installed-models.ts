import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Model, ModelFile } from './catalogue.ts';
import { hashFile } from './hash-file.ts';
import { lockFiles, readModelLock } from './model-lock.ts';

const recordFile = 'installed.json';

/** What stands in a model's folder once its files were checked, so that a start need not read them all again. */
const installRecord = z.object({ files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })) });
export type InstallRecord = z.infer<typeof installRecord>;

export type FileProblem = { path: string; problem: 'missing' | 'wrong size' | 'wrong hash' };

export const modelFolder = (modelsDir: string, { name }: Pick<Model, 'name'>): string => path.join(modelsDir, name);

async function readRecord(folder: string): Promise<InstallRecord> {
  try {
    return installRecord.parse(JSON.parse(await readFile(path.join(folder, recordFile), 'utf8')));
  } catch {
    return { files: {} };
  }
}

/** Adds checked files to a model's record; a folder that cannot be written to stays without one. */
export async function recordFiles(folder: string, files: InstallRecord['files']): Promise<void> {
  const before = await readRecord(folder);
  await writeRecord(folder, { files: { ...before.files, ...files } });
}

/** Takes files out of a model's record. */
export async function forgetFiles(folder: string, paths: readonly string[]): Promise<void> {
  const { files } = await readRecord(folder);
  const kept = Object.entries(files).filter(([file]) => !paths.includes(file));
  if (kept.length < Object.keys(files).length) await writeRecord(folder, { files: Object.fromEntries(kept) });
}

async function writeRecord(folder: string, record: InstallRecord): Promise<void> {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const temporary = path.join(folder, `.${recordFile}.${process.pid}`);
  await mkdir(folder, { recursive: true });
  await writeFile(temporary, text);
  await rename(temporary, path.join(folder, recordFile));
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
}

/** The catalogue's own hash or, where it has none, the one recorded when the file first came; `null` before that. */
export async function readKnownHash(modelsDir: string, model: Model, file: ModelFile): Promise<string | null> {
  if (file.sha256 !== null) return file.sha256;
  const { files } = await readModelLock(modelsDir, model);
  // Folders of before the lock have it in their record alone.
  return files[file.path]?.sha256 ?? (await readRecord(modelFolder(modelsDir, model))).files[file.path]?.sha256 ?? null;
}

/** Whether every file is there, was checked once and still has its size: quick enough for every start. */
export async function isInstalled(modelsDir: string, model: Model): Promise<boolean> {
  const folder = modelFolder(modelsDir, model);
  const { files } = await readRecord(folder);
  for (const file of model.files) {
    const recorded = files[file.path];
    const size = await sizeOf(path.join(folder, file.path));
    if (!recorded || size !== recorded.bytes) return false;
    const known = await readKnownHash(modelsDir, model, file);
    if (known !== null && recorded.sha256 !== known) return false;
  }
  return true;
}

/**
 * Reads every byte of a model and compares it with the catalogue, or with the hash recorded at the first contact. What
 * passes is recorded: files copied in by hand become usable this way.
 * @throws {ModelError} `LOCK_DAMAGED`.
 */
export async function verifyModel(modelsDir: string, model: Model, signal?: AbortSignal): Promise<FileProblem[]> {
  const folder = modelFolder(modelsDir, model);
  const problems: FileProblem[] = [];
  const seen: InstallRecord['files'] = {};
  for (const file of model.files) {
    const full = path.join(folder, file.path);
    const bytes = await sizeOf(full);
    if (bytes === null) problems.push({ path: file.path, problem: 'missing' });
    else if (file.bytes !== null && bytes !== file.bytes) problems.push({ path: file.path, problem: 'wrong size' });
    else {
      const sha256 = await hashFile(full, signal);
      const known = await readKnownHash(modelsDir, model, file);
      if (known !== null && known !== sha256) problems.push({ path: file.path, problem: 'wrong hash' });
      else seen[file.path] = { bytes, sha256 };
    }
  }
  // A read-only folder is no failure: the model is as good as it was, only the next start has to read it again.
  if (Object.keys(seen).length > 0) {
    await recordFiles(folder, seen).catch(() => {});
    await lockFiles(modelsDir, model, { revisions: {}, files: seen }).catch(() => {});
  }
  return problems;
}
