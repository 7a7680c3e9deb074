import { encodeForStorage } from '../audio/encode-for-storage.ts';
import { readSpeechSettings, type SpeechSettings } from '../settings.ts';
import { SpeechError } from '../speech-error.ts';
import { createCurrentEngines } from './current-engines.ts';
import { runWithFallback } from './pipeline.ts';
import type { SpeechEngine } from './port.ts';

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
  const current = createCurrentEngines(settings);
  let running = 0;
  const closing = new AbortController();
  const ready = current.load();
  const complete = ready.then(current.fetchMissing, async (cause: unknown) => {
    await current.fetchMissing();
    if (!current.loaded) throw cause;
  });
  ready.catch(() => {});
  complete.catch(current.fail);

  const combine = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal);
  const engine: SpeechEngine = {
    get maxAudioSeconds() {
      return current.maxAudioSeconds;
    },
    async transcribe(audioPath, options = {}) {
      const signal = combine(options.signal);
      if (signal.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
      running += 1;
      try {
        return await current.use((engines) =>
          runWithFallback(audioPath, { engines, maxAudioSeconds: current.maxAudioSeconds }, { ...options, signal }),
        );
      } finally {
        running -= 1;
      }
    },
    encodeForStorage: (audioPath, outputPath, options = {}) =>
      encodeForStorage(audioPath, outputPath, { maxSeconds: current.maxAudioSeconds, signal: combine(options.signal) }),
    getState: () => ({
      ...current.progress,
      description: current.loaded?.description ?? null,
      running,
    }),
    async close() {
      closing.abort();
      await current.close();
    },
  };
  return { engine, ready, complete };
}
