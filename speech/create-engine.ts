import { encodeForStorage } from './audio/encode-for-storage.ts';
import { buildParts } from './build-parts.ts';
import type { SpeechEngine } from './engine-port.ts';
import { createModelHolder } from './model-holder.ts';
import { runPipeline } from './pipeline.ts';
import { SpeechError } from './speech-error.ts';
import { readSpeechSettings, type SpeechSettings } from './speech-settings.ts';

export type StartedEngine = {
  engine: SpeechEngine;
  /** Resolves when the first models are loaded; rejects with `ENGINE_NOT_READY` when none may answer. */
  ready: Promise<void>;
  /** Resolves when the missing full models are fetched and answer, or at once where none are to be fetched. */
  complete: Promise<void>;
};

/**
 * Builds the engine and starts loading at once: the starter models where they may answer, the full ones where they are
 * there or, with `fetchesModels`, as soon as they have been fetched and verified.
 */
export function startSpeechEngine(settings: SpeechSettings = readSpeechSettings()): StartedEngine {
  const holder = createModelHolder(settings);
  let running = 0;
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
      const signal = combine(options.signal);
      if (signal.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
      running += 1;
      try {
        return await holder.use((models) => {
          const parts = buildParts({ ...models, maxAudioSeconds: holder.maxAudioSeconds });
          return runPipeline(audioPath, parts, { ...options, signal });
        });
      } finally {
        running -= 1;
      }
    },
    encodeForStorage: (audioPath, outputPath, options = {}) =>
      encodeForStorage(audioPath, outputPath, { maxSeconds: holder.maxAudioSeconds, signal: combine(options.signal) }),
    getState: () => ({
      ...holder.progress,
      description: holder.loaded?.description ?? null,
      running,
    }),
    async close() {
      closing.abort();
      await holder.close();
    },
  };
  return { engine, ready, complete };
}
