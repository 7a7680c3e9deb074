import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { waitForLock } from '../process/files.ts';
import type { ModelSettings } from '../settings.ts';
import { countModelBytes, defaultModelHost, type Model } from './catalogue.ts';
import { type DownloadRequest, downloadFile, ModelError } from './download.ts';
import { modelFolder, recordFiles, verifyModel } from './installed-models.ts';

type FetchOptions = Pick<DownloadRequest, 'signal' | 'wait'> & {
  /** Folder of all models. */
  modelsDir: string;
  /** A mirror with the hub's paths, in place of the hub. */
  baseUrl?: string | undefined;
  onProgress?: (progress: FetchProgress) => void;
};

export type FetchProgress = { model: string; path: string; downloadedBytes: number; totalBytes: number };

/** A whole address, with the mirror in place of the hub. */
const addressOf = (source: string, baseUrl = defaultModelHost): string => `${baseUrl.replace(/\/+$/, '')}/${source}`;

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
  // Keeps two processes from writing the same part.
  const unlock = await waitForLock(path.join(folder, '.fetching'), signal, wait).catch((cause: unknown) => {
    throw signal?.aborted ? new ModelError('CANCELLED', 'download cancelled', { cause }) : cause;
  });
  try {
    const problems = await verifyModel(options.modelsDir, model, signal);
    const totalBytes = countModelBytes(model);
    const wrong = model.files.filter((file) => problems.some((problem) => problem.path === file.path));
    const kept = model.files.filter((file) => !wrong.includes(file));
    let doneBytes = kept.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
    for (const file of wrong) {
      const downloaded = await downloadFile({
        ...options,
        addresses: file.sources.map((source) => addressOf(source, options.baseUrl)),
        targetFile: path.join(folder, file.path),
        bytes: file.bytes,
        sha256: file.sha256,
        onProgress(bytes) {
          const downloadedBytes = Math.min(totalBytes, doneBytes + (file.bytes === null ? 0 : bytes));
          options.onProgress?.({ model: model.name, path: file.path, downloadedBytes, totalBytes });
        },
      });
      await recordFiles(folder, { [file.path]: downloaded });
      doneBytes += file.bytes ?? 0;
    }
  } finally {
    unlock();
  }
}

const firstRetryMilliseconds = 60_000;
const longestRetryMilliseconds = 60 * 60_000;

type BackgroundOptions = {
  signal: AbortSignal;
  onProgress: (progress: Pick<FetchProgress, 'downloadedBytes' | 'totalBytes'>) => void;
  onFailure: (error: Error) => void;
};

async function fetchAll(models: readonly Model[], settings: ModelSettings, { signal, onProgress }: BackgroundOptions) {
  const totalBytes = models.reduce((sum, model) => sum + countModelBytes(model), 0);
  let finishedBytes = 0;
  for (const model of models) {
    const fetching = fetchModel(model, {
      ...settings,
      signal,
      onProgress: ({ downloadedBytes }) => onProgress({ downloadedBytes: finishedBytes + downloadedBytes, totalBytes }),
    });
    await fetching.catch((cause: unknown) => {
      // Everybody is shown this message, and the address of an operator's mirror is not for everybody.
      const reason = cause instanceof Error ? cause.message.replace(/:? https?:\/\/\S+/g, '') : 'failed';
      throw new Error(`${model.name} cannot be fetched: ${reason}`, { cause });
    });
    finishedBytes += countModelBytes(model);
  }
}

/**
 * Fetches models, again and again with longer and longer pauses until it works: a server that comes up before its line
 * must not need a restart. Resolves `false` when the signal ended it.
 */
export async function fetchMissingModels(
  models: readonly Model[],
  settings: ModelSettings,
  options: BackgroundOptions,
): Promise<boolean> {
  const { signal, onFailure } = options;
  let pause = firstRetryMilliseconds;
  while (!signal.aborted) {
    try {
      await fetchAll(models, settings, options);
      return true;
    } catch (error) {
      if (!signal.aborted) onFailure(error as Error);
    }
    await systemWait(pause, undefined, { signal, ref: false }).catch(() => {});
    pause = Math.min(longestRetryMilliseconds, pause * 2);
  }
  return false;
}
