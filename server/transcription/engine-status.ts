import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechEngine, SpeechEngineState } from '#speech/engine.ts';

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

const lookEveryMilliseconds = 250;

/**
 * Until the models are there, or will not come: a recording that a process took before would wait for minutes while other
 * workers have nothing to do.
 * @returns whether the engine has come to an end of its start before `signal` ended the waiting
 */
export async function awaitEngine(engine: SpeechEngine, signal: AbortSignal): Promise<boolean> {
  const isComing = () => ['starting', 'downloading'].includes(engine.getState().state);
  while (isComing() && !signal.aborted) await sleep(lookEveryMilliseconds, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}
