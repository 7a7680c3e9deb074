import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Model, ModelFile } from './catalogue.ts';
import { hashFile } from './download.ts';
import { ModelError } from './model-error.ts';

const lockedFile = z.object({ bytes: z.number(), sha256: z.string() });

/**
 * What the first contact found where the catalogue could not say it: hashes that nobody published, and the revision that a
 * repository's `main` was. It lies beside the model's folder, so that it outlives it and can be handed to other machines.
 */
const modelLock = z.object({
  revisions: z.record(z.string(), z.string()),
  files: z.record(z.string(), lockedFile),
});
type ModelLock = z.infer<typeof modelLock>;

export const lockFileOf = (modelsDir: string, { name }: Pick<Model, 'name'>): string =>
  path.join(modelsDir, `${name}.lock.json`);

/** @throws {ModelError} `LOCK_DAMAGED`: without it a changed file would be taken for a first one. */
export async function readModelLock(modelsDir: string, model: Pick<Model, 'name'>): Promise<ModelLock> {
  const file = lockFileOf(modelsDir, model);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return { revisions: {}, files: {} };
  try {
    return modelLock.parse(JSON.parse(text));
  } catch (cause) {
    const remedy = `restore it, or see that the files are right and run: npm run models -- accept ${model.name}`;
    throw new ModelError('LOCK_DAMAGED', `${file} is damaged; ${remedy}`, { cause });
  }
}

async function writeModelLock(modelsDir: string, model: Pick<Model, 'name'>, lock: ModelLock): Promise<void> {
  const file = lockFileOf(modelsDir, model);
  await mkdir(modelsDir, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(lock, null, 2)}\n`);
  await rename(draft, file);
}

/** Adds what was found of files without a published hash, and of `main` revisions; what stands there already stays. */
export async function lockFiles(modelsDir: string, model: Model, found: ModelLock): Promise<void> {
  const before = await readModelLock(modelsDir, model);
  const unpinned = new Set(model.files.filter(({ sha256 }) => sha256 === null).map((file) => file.path));
  const files = Object.fromEntries(Object.entries(found.files).filter(([file]) => unpinned.has(file)));
  const after = { revisions: { ...found.revisions, ...before.revisions }, files: { ...files, ...before.files } };
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeModelLock(modelsDir, model, after);
}

/** `repository/resolve/main/…` as the revision that it was at the first contact, where that is known, and as it stands. */
export function lockSources({ sources }: ModelFile, { revisions }: ModelLock): string[] {
  return sources.flatMap((source) => {
    const [repository = '', file] = source.split('/resolve/main/');
    const revision = revisions[repository];
    return file === undefined || revision === undefined
      ? [source]
      : [`${repository}/resolve/${revision}/${file}`, source];
  });
}

const recordFile = 'installed.json';

/** What stands in a model's folder once its files were checked, so that a start need not read them all again. */
const installRecord = z.object({ files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })) });
type InstallRecord = z.infer<typeof installRecord>;

type FileProblem = { path: string; problem: 'missing' | 'wrong size' | 'wrong hash' };

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
async function forgetFiles(folder: string, paths: readonly string[]): Promise<void> {
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

/** A file whose hash was recorded at the first contact, before and after; `null` where nothing was, or lies there now. */
type AcceptedFile = { path: string; before: string | null; after: string | null };

/** A lock that cannot be read holds nothing: whoever accepts has looked at the files. */
const readOrForget = (modelsDir: string, model: Model): Promise<ModelLock> =>
  readModelLock(modelsDir, model).catch(() => ({ revisions: {}, files: {} }));

/**
 * The operator's word that other files than those of the first contact are right: what lies in the folder is recorded anew,
 * and what does not lie there is forgotten, so that the next fetch is a first contact. Published hashes hold as ever.
 */
export async function acceptModel(modelsDir: string, model: Model): Promise<AcceptedFile[]> {
  const folder = modelFolder(modelsDir, model);
  const before = await readOrForget(modelsDir, model);
  const files: ModelLock['files'] = {};
  const accepted: AcceptedFile[] = [];
  const forgotten: string[] = [];
  for (const file of model.files.filter(({ sha256 }) => sha256 === null)) {
    const full = path.join(folder, file.path);
    const bytes = await stat(full).then(
      ({ size }) => size,
      () => null,
    );
    const found = bytes === null ? null : { bytes, sha256: await hashFile(full) };
    if (found) files[file.path] = found;
    else forgotten.push(file.path);
    const was = before.files[file.path]?.sha256 ?? null;
    if (was !== (found?.sha256 ?? null)) accepted.push({ path: file.path, before: was, after: found?.sha256 ?? null });
  }
  await forgetFiles(folder, forgotten);
  if (Object.keys(files).length > 0) {
    await recordFiles(folder, files);
    await writeModelLock(modelsDir, model, { revisions: {}, files });
  } else await rm(lockFileOf(modelsDir, model), { force: true });
  return accepted;
}
