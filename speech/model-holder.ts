import { getAudioDecoder } from './audio/choose-audio-decoder.ts';
import type { SpeechEngineState } from './engine-port.ts';
import { fetchMissingModels } from './fetch-missing-models.ts';
import { type LoadedModels, loadModels } from './load-models.ts';
import { measureMaxAudioSeconds } from './measure-speed.ts';
import { createModelUse } from './model-use.ts';
import { resolveModels } from './models/resolve-models.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechSettings } from './speech-settings.ts';

/** Until the speed is known: a recording of the browser always fits. */
const provisionalMaxAudioSeconds = 30;

type Progress = Pick<SpeechEngineState, 'state' | 'downloadedBytes' | 'totalBytes'>;

/** The first recording should not wait for FFmpeg to be found or compiled; a failure shows itself at that recording. */
const prepareDecoder = () =>
  getAudioDecoder().then(
    (decoder) => decoder.prepare(),
    () => {},
  );

/** The models that answer now, and the exchange of the starter models for the full ones. */
export function createModelHolder(settings: SpeechSettings) {
  const ending = new AbortController();
  const modelUse = createModelUse();
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
    if (previous) await modelUse.retire(previous);
  }

  return {
    load,
    async fetchMissing(): Promise<void> {
      const { missing } = settings.fetchesModels ? await resolveModels(settings) : { missing: [] };
      if (missing.length === 0) return;
      const onProgress = (bytes: { downloadedBytes: number; totalBytes: number }) => {
        progress = { ...bytes, state: loaded ? 'ready' : 'downloading' };
      };
      if (await fetchMissingModels(missing, settings, { signal: ending.signal, onProgress })) await load();
    },
    /** @throws {SpeechError} `ENGINE_NOT_READY` while no models are loaded. */
    use<T>(work: (models: LoadedModels) => Promise<T>): Promise<T> {
      return loaded ? modelUse.use(loaded, work) : Promise.reject(new SpeechError('ENGINE_NOT_READY'));
    },
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
      await Promise.all([loaded?.inference.close(), modelUse.closeRetired()]);
    },
  };
}
