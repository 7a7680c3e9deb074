import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechEngine } from '#speech/engine.ts';

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
