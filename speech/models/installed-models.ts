import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { hashFile, replaceFile, sizeOf } from '../process/files.ts';
import type { Model, PinnedFile } from './catalogue.ts';

const recordFile = 'installed.json';
/** What a recogniser's folder holds. */
export const recogniserFiles = { graph: 'model.int8.onnx', tokens: 'tokens.txt' } as const;

/** What stands in a model's folder once its files were checked, so that a start need not read them all again. */
const installRecord = z.object({ files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })) });
type CheckedFiles = z.infer<typeof installRecord>['files'];

type FileProblem = { path: string; problem: 'missing' | 'wrong size' | 'wrong hash' };

export const modelFolder = (modelsDir: string, { name }: Pick<Model, 'name'>): string => path.join(modelsDir, name);

async function readRecord(folder: string): Promise<CheckedFiles> {
  try {
    return installRecord.parse(JSON.parse(await readFile(path.join(folder, recordFile), 'utf8'))).files;
  } catch {
    return {};
  }
}

export async function recordFiles(folder: string, checked: readonly PinnedFile[]): Promise<void> {
  const files = await readRecord(folder);
  for (const { path: name, bytes, sha256 } of checked) files[name] = { bytes, sha256 };
  await mkdir(folder, { recursive: true });
  await replaceFile(path.join(folder, recordFile), `${JSON.stringify({ files }, null, 2)}\n`);
}

/** Whether every file is there, was checked once and still has its size: quick enough for every start. */
export async function isInstalled(modelsDir: string, model: Model): Promise<boolean> {
  const folder = modelFolder(modelsDir, model);
  const checked = await readRecord(folder);
  for (const file of model.files) {
    const { bytes, sha256 } = checked[file.path] ?? {};
    if (sha256 !== file.sha256 || (await sizeOf(path.join(folder, file.path))) !== bytes) return false;
  }
  return true;
}

/** Compares every byte with the catalogue. What passes is recorded, files that were copied in by hand, too. */
export async function verifyModel(modelsDir: string, model: Model, signal?: AbortSignal): Promise<FileProblem[]> {
  const folder = modelFolder(modelsDir, model);
  const problems: FileProblem[] = [];
  const checked: PinnedFile[] = [];
  for (const wanted of model.files) {
    const file = path.join(folder, wanted.path);
    const bytes = await sizeOf(file);
    if (bytes === null) problems.push({ path: wanted.path, problem: 'missing' });
    else if (bytes !== wanted.bytes) problems.push({ path: wanted.path, problem: 'wrong size' });
    else if ((await hashFile(file, signal)) !== wanted.sha256)
      problems.push({ path: wanted.path, problem: 'wrong hash' });
    else checked.push(wanted);
  }
  // A read-only folder is no failure: the model is as good as it was, only the next start has to read it again.
  if (checked.length > 0) await recordFiles(folder, checked).catch(() => {});
  return problems;
}
