import type { SpeechEngineState } from '#shared/transcript.ts';
import { encodeForStorage } from '../audio/encode-for-storage.ts';
import { chooseDecoder, createChosenDecoder } from '../audio/ffmpeg/choose-decoder.ts';
import { fetchMissingModels, retryMilliseconds } from '../models/fetch-model.ts';
import { resolveModels } from '../models/resolve-models.ts';
import { type Engines, openEngines } from '../parts/open-engines.ts';
import { systemTimers, type Timers } from '../process/timers.ts';
import { adoptOwnCalibration } from '../scoring/calibration.ts';
import { readSpeechSettings, type SpeechSettings } from '../settings.ts';
import { SpeechError } from '../speech-error.ts';
import { runPipeline } from './pipeline.ts';
import type { SpeechEngine } from './port.ts';
import { translateAgain } from './translate-again.ts';

type Progress = Pick<SpeechEngineState, 'state' | 'downloadedBytes' | 'totalBytes' | 'problem'>;

/** For operators; an error that is not ours may name more than others should read. */
function nameProblem(error: unknown): string {
  if (error instanceof SpeechError) return error.detail || error.code;
  const { code, name } = error as NodeJS.ErrnoException;
  return `the models do not load (${code ?? name})`;
}

/** The models that answer now, and the exchange of the starter models for the full ones. */
export function createCurrentEngines(settings: SpeechSettings, timers: Timers = systemTimers) {
  const ending = new AbortController();
  const decoder = createChosenDecoder(() => chooseDecoder(settings.ffmpegPath));
  /** Engines that are not closed yet, with how many recordings use them. */
  const users = new Map<Engines, number>();
  let loaded: Engines | undefined;
  let stopWaiting = () => {};
  let progress: Progress = { state: 'starting', downloadedBytes: 0, totalBytes: 0 };

  async function closeUnused(): Promise<void> {
    for (const [engines, count] of users) {
      if (count > 0 || engines === loaded) continue;
      users.delete(engines);
      await engines.close();
    }
  }

  const countUser = (engines: Engines, change: 1 | -1) => users.set(engines, (users.get(engines) ?? 0) + change);

  async function load(): Promise<void> {
    const problem = await adoptOwnCalibration(settings.modelsDir);
    // The first recording should not wait for FFmpeg to be found or compiled.
    const [next] = await Promise.all([openEngines(settings), decoder.prepare()]);
    if (ending.signal.aborted) return next.close();
    loaded = next;
    users.set(next, 0);
    const { downloadedBytes, totalBytes } = progress;
    progress = { state: 'ready', downloadedBytes, totalBytes, ...(problem ? { problem } : {}) };
    await closeUnused();
  }

  function loadLater(pauseMilliseconds: number): void {
    const next = Math.min(retryMilliseconds.longest, 2 * pauseMilliseconds);
    stopWaiting = timers.after(pauseMilliseconds, () => void load().catch(() => loadLater(next)));
  }

  return {
    load,
    decoder,
    /** Fires when the engine closes. */
    ended: ending.signal,
    async fetchMissing(): Promise<void> {
      const { missing } = settings.fetchesModels ? await resolveModels(settings) : { missing: [] };
      if (missing.length === 0) return;
      const onProgress = (bytes: { downloadedBytes: number; totalBytes: number }) => {
        progress = { ...progress, ...bytes, state: loaded ? 'ready' : 'downloading' };
      };
      const onFailure = (problem: string) => {
        progress = { ...progress, problem };
      };
      if (await fetchMissingModels(missing, settings, { signal: ending.signal, onProgress, onFailure })) await load();
    },
    /** @throws {SpeechError} `ENGINE_NOT_READY` while no models are loaded. */
    async use<T>(work: (engines: Engines) => Promise<T>): Promise<T> {
      const engines = loaded;
      if (!engines) throw new SpeechError('ENGINE_NOT_READY');
      countUser(engines, 1);
      try {
        return await work(engines);
      } finally {
        countUser(engines, -1);
        await closeUnused();
      }
    },
    /** Models did not load: said why, and tried again, later and later; those that answer go on. */
    fail(error: unknown) {
      if (ending.signal.aborted) return;
      progress = { ...progress, state: loaded ? 'ready' : 'failed', problem: nameProblem(error) };
      loadLater(retryMilliseconds.first);
    },
    get loaded() {
      return loaded;
    },
    get progress() {
      return progress;
    },
    async close() {
      ending.abort();
      stopWaiting();
      await Promise.all([...users.keys()].map((engines) => engines.close()));
    },
  };
}

export type StartedEngine = {
  engine: SpeechEngine;
  /** Resolves when the first models are loaded; rejects with `ENGINE_NOT_READY` when none may answer. */
  ready: Promise<void>;
};

/** Starts loading at once: starter models where they may answer, full ones where they are there or can be fetched. */
export function startSpeechEngine(settings: SpeechSettings = readSpeechSettings()): StartedEngine {
  const current = createCurrentEngines(settings);
  const ready = current.load();
  const complete = ready.then(current.fetchMissing, async (cause: unknown) => {
    await current.fetchMissing();
    if (!current.loaded) throw cause;
  });
  ready.catch(() => {});
  complete.catch(current.fail);

  const { maxAudioSeconds } = settings;
  const { decoder, ended, close } = current;
  const combine = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, ended]) : ended);
  const engine: SpeechEngine = {
    async transcribe(audioPath, options = {}) {
      const signal = combine(options.signal);
      if (signal.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
      const run = { ...options, signal };
      return current.use((engines) => runPipeline(audioPath, { engines, decoder, maxAudioSeconds }, run));
    },
    translateAgain: (corrected, options = {}) =>
      current.use(({ translator }) =>
        translateAgain(corrected, translator, { ...options, signal: combine(options.signal) }),
      ),
    encodeForStorage: (audioPath, outputPath, { signal, maxSeconds = maxAudioSeconds, sound } = {}) =>
      encodeForStorage(audioPath, outputPath, { decoder, maxSeconds, sound, signal: combine(signal) }),
    getState: () => ({ ...current.progress, description: current.loaded?.description ?? null }),
    close,
  };
  return { engine, ready };
}
