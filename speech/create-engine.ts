import { getAudioDecoder } from './audio/choose-audio-decoder.ts';
import { encodeForStorage } from './audio/encode-for-storage.ts';
import { buildParts } from './build-parts.ts';
import type { SpeechEngine, SpeechEngineState } from './engine-port.ts';
import { type LoadedModels, loadModels } from './load-models.ts';
import { measureMaxAudioSeconds } from './measure-speed.ts';
import { countModelBytes } from './models/catalogue.ts';
import { fetchModel } from './models/fetch-model.ts';
import { resolveModels } from './models/resolve-models.ts';
import { runPipeline } from './pipeline.ts';
import { SpeechError } from './speech-error.ts';
import { readSpeechSettings, type SpeechSettings } from './speech-settings.ts';
import { createWorkQueue } from './work-queue.ts';

/** Until the speed is known: a recording of the browser always fits. */
const provisionalMaxAudioSeconds = 30;

type Progress = Pick<SpeechEngineState, 'state' | 'downloadedBytes' | 'totalBytes'>;

export type StartedEngine = {
  engine: SpeechEngine;
  /** Resolves when the first models are loaded; rejects with `ENGINE_NOT_READY` when none may answer. */
  ready: Promise<void>;
  /** Resolves when the missing full models are fetched and answer, or at once where none are to be fetched. */
  complete: Promise<void>;
};

/** The first recording should not wait for FFmpeg to be found or compiled; a failure shows itself at that recording. */
const prepareDecoder = () =>
  getAudioDecoder().then(
    (decoder) => decoder.prepare(),
    () => {},
  );

/** The models that answer now, and the exchange of the starter models for the full ones. */
function createModelHolder(settings: SpeechSettings) {
  const ending = new AbortController();
  let loaded: LoadedModels | undefined;
  let maxAudioSeconds = settings.maxAudioSeconds ?? provisionalMaxAudioSeconds;
  let progress: Progress = { state: 'starting', downloadedBytes: 0, totalBytes: 0 };

  async function load(): Promise<void> {
    const [next] = await Promise.all([loadModels(settings), prepareDecoder()]);
    if (ending.signal.aborted) return next.inference.close();
    if (settings.maxAudioSeconds === undefined) maxAudioSeconds = await measureMaxAudioSeconds(next);
    const previous = loaded;
    loaded = next;
    progress = { ...progress, state: 'ready' };
    await previous?.inference.close();
  }

  async function fetchMissing(): Promise<void> {
    const { missing } = await resolveModels(settings);
    if (!settings.fetchesModels || missing.length === 0) return;
    const totalBytes = missing.reduce((sum, model) => sum + countModelBytes(model), 0);
    let finishedBytes = 0;
    for (const model of missing) {
      const onProgress = ({ downloadedBytes }: { downloadedBytes: number }) => {
        progress = {
          state: loaded ? 'ready' : 'downloading',
          downloadedBytes: finishedBytes + downloadedBytes,
          totalBytes,
        };
      };
      await fetchModel(model, { ...settings, signal: ending.signal, onProgress });
      finishedBytes += countModelBytes(model);
    }
    await load();
  }

  return {
    load,
    fetchMissing,
    fail() {
      if (!loaded) progress = { ...progress, state: 'failed' };
    },
    get loaded() {
      return loaded;
    },
    get maxAudioSeconds() {
      return maxAudioSeconds;
    },
    get progress() {
      return progress;
    },
    async close() {
      ending.abort();
      await loaded?.inference.close();
    },
  };
}

/**
 * Builds the engine and starts loading at once: the starter models where they may answer, the full ones where they are
 * there or, with `fetchesModels`, as soon as they have been fetched and verified.
 */
export function startSpeechEngine(settings: SpeechSettings = readSpeechSettings()): StartedEngine {
  const holder = createModelHolder(settings);
  const queue = createWorkQueue({ concurrency: 1, maxWaiting: settings.maxWaiting });
  const closing = new AbortController();
  const ready = holder.load();
  const complete = ready.then(holder.fetchMissing, async (cause: unknown) => {
    await holder.fetchMissing();
    if (!holder.loaded) throw cause;
  });
  ready.catch(() => {});
  complete.catch(holder.fail);

  const combine = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal);
  const engine: SpeechEngine = {
    get maxAudioSeconds() {
      return holder.maxAudioSeconds;
    },
    async transcribe(audioPath, options = {}) {
      if (!holder.loaded) throw new SpeechError('ENGINE_NOT_READY');
      const signal = combine(options.signal);
      const onPosition = (position: number) => options.onEvent?.({ stage: 'queued', position });
      return queue.run(
        async () => {
          const models = holder.loaded;
          if (!models) throw new SpeechError('ENGINE_NOT_READY');
          const parts = buildParts({ ...models, maxAudioSeconds: holder.maxAudioSeconds });
          return runPipeline(audioPath, parts, { ...options, signal });
        },
        { signal, onPosition },
      );
    },
    encodeForStorage: (audioPath, outputPath, options = {}) =>
      encodeForStorage(audioPath, outputPath, { maxSeconds: holder.maxAudioSeconds, signal: combine(options.signal) }),
    getState: () => ({
      ...holder.progress,
      description: holder.loaded?.description ?? null,
      running: queue.running,
      waiting: queue.waiting,
    }),
    async close() {
      closing.abort();
      await holder.close();
    },
  };
  return { engine, ready, complete };
}
