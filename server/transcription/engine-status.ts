import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechEngineState } from '#shared/transcript.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { Failure } from '../core/failure.ts';
import { randomToken } from '../core/keys.ts';
import type { Database } from '../db/database.ts';
import type { EventLog } from '../observability/event-log.ts';
import { deleteWorkerReport, readWorkerReports, saveWorkerReport } from './worker-store.ts';

/** The state of this process's engine, or of the best one that workers report. */
export type ReadEngine = () => Promise<SpeechEngineState>;

export const startingEngine: SpeechEngineState = {
  state: 'starting',
  description: null,
  downloadedBytes: 0,
  totalBytes: 0,
};

/** @throws {Failure} `ENGINE_NOT_READY` where models are on their way; `UNAVAILABLE` where they did not load */
export async function requireEngine(readEngine: ReadEngine, retryAfterSeconds: number): Promise<void> {
  const { state } = await readEngine();
  if (state !== 'ready')
    throw new Failure(state === 'failed' ? 'UNAVAILABLE' : 'ENGINE_NOT_READY', { retryAfterSeconds });
}

const lookEveryMilliseconds = 250;

/** Whether the engine's start ended, well or not, before `signal`: until then other workers take what waits. */
export async function awaitEngine(engine: SpeechEngine, signal: AbortSignal): Promise<boolean> {
  const isComing = () => ['starting', 'downloading'].includes(engine.getState().state);
  while (isComing() && !signal.aborted) await sleep(lookEveryMilliseconds, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

const reportEveryMilliseconds = 10_000;
const silentAfterSeconds = 30;

/** @returns a function that ends it and takes the worker off the list at once */
export function startWorkerReports({ db }: Database, engine: SpeechEngine, log: EventLog): () => Promise<void> {
  const id = randomToken(9);
  let told: string | undefined;
  async function write(): Promise<void> {
    const state = engine.getState();
    if (state.problem && state.problem !== told) log('models_not_loaded', { problem: state.problem });
    told = state.problem;
    await saveWorkerReport(db, { id, engine: state });
  }
  let last: Promise<void> = Promise.resolve();
  const report = () => {
    last = write().catch(() => {
      // The next report says the same; a database that is gone is told of elsewhere.
    });
  };
  report();
  const timer = setInterval(report, reportEveryMilliseconds);
  return async () => {
    clearInterval(timer);
    await last;
    await deleteWorkerReport(db, id).catch(() => {
      // Silence tells it, too, half a minute later.
    });
  };
}

export async function readReportedEngine({ db }: Pick<Database, 'db'>): Promise<SpeechEngineState> {
  const reports = await readWorkerReports(db, silentAfterSeconds);
  const best = reports.find(({ engine }) => engine.state === 'ready') ?? reports[0];
  return best?.engine ?? startingEngine;
}
