import { setTimeout as wait } from 'node:timers/promises';
import { countModelBytes, type Model } from './catalogue.ts';
import { fetchModel } from './fetch-model.ts';
import type { ModelSettings } from './model-settings.ts';

export type DownloadProgress = { downloadedBytes: number; totalBytes: number };

const firstRetryMilliseconds = 60_000;
const longestRetryMilliseconds = 60 * 60_000;

type FetchOptions = {
  signal: AbortSignal;
  onProgress: (progress: DownloadProgress) => void;
  onFailure: (error: Error) => void;
};

async function fetchAll(models: readonly Model[], settings: ModelSettings, { signal, onProgress }: FetchOptions) {
  const totalBytes = models.reduce((sum, model) => sum + countModelBytes(model), 0);
  let finishedBytes = 0;
  for (const model of models) {
    const fetching = fetchModel(model, {
      ...settings,
      signal,
      onProgress: ({ downloadedBytes }) => onProgress({ downloadedBytes: finishedBytes + downloadedBytes, totalBytes }),
    });
    await fetching.catch((cause: unknown) => {
      // Without addresses: what becomes of this is shown to everybody, and a mirror is nobody's business.
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
  options: FetchOptions,
): Promise<boolean> {
  for (
    let pause = firstRetryMilliseconds;
    !options.signal.aborted;
    pause = Math.min(longestRetryMilliseconds, pause * 2)
  ) {
    const isThere = await fetchAll(models, settings, options).then(
      () => true,
      (error: Error) => {
        if (!options.signal.aborted) options.onFailure(error);
        return false;
      },
    );
    if (isThere) return true;
    await wait(pause, undefined, { signal: options.signal, ref: false }).catch(() => {});
  }
  return false;
}
