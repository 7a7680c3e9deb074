import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Model, ModelFile } from './catalogue.ts';
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
export type ModelLock = z.infer<typeof modelLock>;

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

export async function writeModelLock(modelsDir: string, model: Pick<Model, 'name'>, lock: ModelLock): Promise<void> {
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
