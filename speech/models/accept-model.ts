import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Model } from './catalogue.ts';
import { hashFile } from './hash-file.ts';
import { forgetFiles, modelFolder, recordFiles } from './installed-models.ts';
import { lockFileOf, type ModelLock, readModelLock, writeModelLock } from './model-lock.ts';

/** A file whose hash was recorded at the first contact, before and after; `null` where nothing was, or lies there now. */
export type AcceptedFile = { path: string; before: string | null; after: string | null };

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
