import { getAudioDecoder } from '../audio/ffmpeg/choose-decoder.ts';
import { fetchMissingModels } from '../models/fetch-model.ts';
import { resolveModels } from '../models/resolve-models.ts';
import { type Engines, openEngines } from '../parts/open-engines.ts';
import { systemTimers, type Timers } from '../process/timers.ts';
import { adoptOwnCalibration } from '../scoring/calibration.ts';
import type { SpeechSettings } from '../settings.ts';
import { SpeechError } from '../speech-error.ts';
import { createLengthLimit } from './length-limit.ts';
import type { SpeechEngineState } from './port.ts';

/** Keeps engines alive while a recording uses them: exchanged ones go when their last user is done. */
function createEngineUse() {
  const users = new Map<Engines, number>();
  const retired = new Set<Engines>();

  async function release(engines: Engines): Promise<void> {
    const left = (users.get(engines) ?? 1) - 1;
    if (left > 0) users.set(engines, left);
    else users.delete(engines);
    if (left === 0 && retired.delete(engines)) await engines.close();
  }

  return {
    isInUse: () => users.size > 0,
    async use<T>(engines: Engines, work: (engines: Engines) => Promise<T>): Promise<T> {
      users.set(engines, (users.get(engines) ?? 0) + 1);
      try {
        return await work(engines);
      } finally {
        await release(engines);
      }
    },
    async retire(engines: Engines): Promise<void> {
      if (users.has(engines)) retired.add(engines);
      else await engines.close();
    },
    async closeRetired(): Promise<void> {
      await Promise.all([...retired].map((engines) => engines.close()));
    },
  };
}

type Progress = Pick<SpeechEngineState, 'state' | 'downloadedBytes' | 'totalBytes' | 'problem'>;

const firstReloadMilliseconds = 60_000;
const longestReloadMilliseconds = 60 * 60_000;

/** The first recording should not wait for FFmpeg to be found or compiled; a failure shows itself at that recording. */
const prepareDecoder = () =>
  getAudioDecoder().then(
    (decoder) => decoder.prepare(),
    () => {},
  );

/** The models that answer now, and the exchange of the starter models for the full ones. */
export function createCurrentEngines(settings: SpeechSettings, timers: Timers = systemTimers) {
  const ending = new AbortController();
  const engineUse = createEngineUse();
  let loaded: Engines | undefined;
  let stopWaiting = () => {};
  const lengthLimit = createLengthLimit(settings.maxAudioSeconds, timers);
  let progress: Progress = { state: 'starting', downloadedBytes: 0, totalBytes: 0 };

  /** A machine that gave the loading no time is no reason to answer nobody from then on. */
  async function loadPatiently(): Promise<Engines> {
    for (;;) {
      try {
        return await openEngines(settings);
      } catch (error) {
        if (ending.signal.aborted || !(error instanceof SpeechError) || error.code !== 'ENGINE_BUSY') throw error;
      }
    }
  }

  async function load(): Promise<void> {
    const problem = await adoptOwnCalibration(settings.modelsDir);
    const [next] = await Promise.all([loadPatiently(), prepareDecoder()]);
    if (ending.signal.aborted) return next.close();
    await lengthLimit.measure({ measure: next.measureSpeed, isIdle: () => !engineUse.isInUse() });
    const previous = loaded;
    loaded = next;
    progress = { ...progress, state: 'ready', ...(problem ? { problem } : {}) };
    if (previous) await engineUse.retire(previous);
  }

  function loadLater(pauseMilliseconds: number): void {
    const next = Math.min(longestReloadMilliseconds, 2 * pauseMilliseconds);
    stopWaiting = timers.after(pauseMilliseconds, () => void load().catch(() => loadLater(next)));
  }

  return {
    load,
    async fetchMissing(): Promise<void> {
      const { missing } = settings.fetchesModels ? await resolveModels(settings) : { missing: [] };
      if (missing.length === 0) return;
      const onProgress = (bytes: { downloadedBytes: number; totalBytes: number }) => {
        progress = { ...bytes, state: loaded ? 'ready' : 'downloading' };
      };
      const onFailure = ({ message }: Error) => {
        progress = { ...progress, problem: message };
      };
      if (await fetchMissingModels(missing, settings, { signal: ending.signal, onProgress, onFailure })) await load();
    },
    /** @throws {SpeechError} `ENGINE_NOT_READY` while no models are loaded. */
    use<T>(work: (engines: Engines) => Promise<T>): Promise<T> {
      return loaded ? engineUse.use(loaded, work) : Promise.reject(new SpeechError('ENGINE_NOT_READY'));
    },
    /** Nothing could be loaded: said so, and tried again, later and later. */
    fail() {
      if (loaded || ending.signal.aborted) return;
      progress = { ...progress, state: 'failed' };
      loadLater(firstReloadMilliseconds);
    },
    get loaded() {
      return loaded;
    },
    get maxAudioSeconds() {
      return lengthLimit.maxAudioSeconds;
    },
    get progress() {
      return progress;
    },
    async close() {
      ending.abort();
      lengthLimit.close();
      stopWaiting();
      await Promise.all([loaded?.close(), engineUse.closeRetired()]);
    },
  };
}
