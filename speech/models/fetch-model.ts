import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { waitForLock } from '../process/files.ts';
import type { ModelSettings } from '../settings.ts';
import { addressOfArchive, addressOfFile, countModelBytes, type Model, type ModelArchive } from './catalogue.ts';
import { type DownloadRequest, downloadFile, ModelError } from './download.ts';
import { fetchArchive, isOfSource } from './fetch-archive.ts';
import { modelFolder, recordFiles, verifyModel } from './installed-models.ts';

type FetchOptions = Pick<DownloadRequest, 'signal' | 'wait'> & {
  modelsDir: string;
  /** A mirror with the hub's paths, in place of the hub. */
  baseUrl?: string | undefined;
  onProgress?: (progress: FetchProgress) => void;
  /** The hub did not give a model, and its archive is tried: one line for an operator. */
  onSourceFailure?: (message: string) => void;
};

export type FetchProgress = { model: string; path: string; downloadedBytes: number; totalBytes: number };

/**
 *     await fetchModel(model, { modelsDir, onProgress: ({ downloadedBytes }) => console.log(downloadedBytes) });
 *
 * Makes a model complete: what is there and right stays, the rest is downloaded, checked and recorded. While
 * another process fetches the same model it waits for that one.
 * @throws {ModelError} as `downloadFile` does.
 */
export async function fetchModel(model: Model, options: FetchOptions): Promise<void> {
  const folder = modelFolder(options.modelsDir, model);
  const { signal, wait } = options;
  const unlock = await waitForLock(path.join(folder, '.fetching'), signal, wait).catch((cause: unknown) => {
    throw signal?.aborted ? new ModelError('CANCELLED', 'download cancelled', { cause }) : cause;
  });
  try {
    await fetchFiles(model, options).catch(async (failure: unknown) => {
      if (!model.archive || !isOfSource(failure)) throw failure;
      const name = path.basename(model.archive.path);
      options.onSourceFailure?.(`${model.name} comes from ${name} instead: ${failure.message}`);
      await fetchFromArchive(model, model.archive, options).catch((second: unknown) => {
        if (!isOfSource(second)) throw second;
        throw new ModelError(failure.code, `${failure.message}; ${name}: ${second.message}`, { cause: second });
      });
    });
  } finally {
    unlock();
  }
}

async function listMissing(model: Model, { modelsDir, signal }: FetchOptions) {
  const problems = await verifyModel(modelsDir, model, signal);
  return model.files.filter((file) => problems.some((problem) => problem.path === file.path));
}

function tell(model: Model, file: string, doneBytes: number, { onProgress }: FetchOptions): void {
  const totalBytes = countModelBytes(model);
  const downloadedBytes = Math.min(totalBytes, Math.round(doneBytes));
  onProgress?.({ model: model.name, path: file, downloadedBytes, totalBytes });
}

async function fetchFiles(model: Model, options: FetchOptions): Promise<void> {
  const folder = modelFolder(options.modelsDir, model);
  const missing = await listMissing(model, options);
  let doneBytes = countModelBytes(model) - countModelBytes({ files: missing });
  for (const file of missing) {
    const { path: name, bytes, sha256 } = file;
    const [address, targetFile] = [addressOfFile(file, options.baseUrl), path.join(folder, name)];
    const onProgress = (got: number) => tell(model, name, doneBytes + got, options);
    await downloadFile({ ...options, address, targetFile, bytes, sha256, onProgress });
    await recordFiles(folder, [file]);
    doneBytes += bytes;
  }
}

async function fetchFromArchive(model: Model, archive: ModelArchive, options: FetchOptions): Promise<void> {
  const folder = modelFolder(options.modelsDir, model);
  const missing = await listMissing(model, options);
  const missingBytes = countModelBytes({ files: missing });
  const doneBytes = (got: number) => countModelBytes(model) - missingBytes * (1 - got / archive.bytes);
  const onProgress = (got: number) => tell(model, path.basename(archive.path), doneBytes(got), options);
  const address = addressOfArchive(archive, options.baseUrl);
  await fetchArchive(archive, missing, { ...options, folder, address, onProgress });
  await recordFiles(folder, missing);
}

/** Pauses before another try, each twice as long as the one before. */
export const retryMilliseconds = { first: 60_000, longest: 60 * 60_000 };

type BackgroundOptions = {
  signal: AbortSignal;
  onProgress: (progress: Pick<FetchProgress, 'downloadedBytes' | 'totalBytes'>) => void;
  /** What went wrong, in one line without addresses; the next source or the next try follows. */
  onFailure: (message: string) => void;
};

/** These messages are public, and the address of an operator's mirror is not. */
const withoutAddresses = (message: string) => message.replace(/:? https?:\/\/[^\s;]+/g, '');

async function fetchAll(models: readonly Model[], settings: ModelSettings, options: BackgroundOptions) {
  const { signal, onProgress, onFailure } = options;
  const totalBytes = models.reduce((sum, model) => sum + countModelBytes(model), 0);
  let finishedBytes = 0;
  for (const model of models) {
    const fetching = fetchModel(model, {
      ...settings,
      signal,
      onSourceFailure: (message) => onFailure(withoutAddresses(message)),
      onProgress: ({ downloadedBytes }) => onProgress({ downloadedBytes: finishedBytes + downloadedBytes, totalBytes }),
    });
    await fetching.catch((cause: unknown) => {
      const reason = cause instanceof Error ? withoutAddresses(cause.message) : 'failed';
      throw new Error(`${model.name} cannot be fetched: ${reason}`, { cause });
    });
    finishedBytes += countModelBytes(model);
  }
}

/** Tries with longer and longer pauses until all are there; `false` when the signal ended it. */
export async function fetchMissingModels(
  models: readonly Model[],
  settings: ModelSettings,
  options: BackgroundOptions,
): Promise<boolean> {
  const { signal, onFailure } = options;
  let pause = retryMilliseconds.first;
  while (!signal.aborted) {
    try {
      await fetchAll(models, settings, options);
      return true;
    } catch (error) {
      if (!signal.aborted) onFailure((error as Error).message);
    }
    await systemWait(pause, undefined, { signal, ref: false }).catch(() => {});
    pause = Math.min(retryMilliseconds.longest, pause * 2);
  }
  return false;
}
