import type { SpeechEngineState } from '#speech/engine.ts';

/** What the web side knows of the engine, which may run in another process. */
export type EngineStatus = {
  read(): Promise<{ engine: SpeechEngineState; maxAudioSeconds: number }>;
};

export const startingEngine: SpeechEngineState = {
  state: 'starting',
  description: null,
  downloadedBytes: 0,
  totalBytes: 0,
  running: 0,
};
