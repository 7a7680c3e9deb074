import type { SpeechEngine } from '#speech/engine.ts';
import { randomToken } from '../core/keys.ts';
import type { Database } from '../db/database.ts';
import type { EventLog } from '../observability/event-log.ts';
import { type EngineStatus, startingEngine } from './engine-status.ts';
import { deleteWorkerReport, readWorkerReports, saveWorkerReport } from './worker-store.ts';

const reportEveryMilliseconds = 10_000;
const silentAfterSeconds = 30;

/**
 * A worker process tells the others how its engine is, every few seconds.
 * @returns a function that ends it and takes the worker off the list at once
 */
export function startWorkerReports(database: Database, engine: SpeechEngine, log: EventLog): () => Promise<void> {
  const id = randomToken(9);
  let told: string | undefined;
  function tellOfTrouble(): void {
    const { problem } = engine.getState();
    if (problem && problem !== told) log('models_not_fetched', { problem });
    told = problem;
  }
  async function write(): Promise<void> {
    tellOfTrouble();
    const { maxAudioSeconds } = engine;
    await saveWorkerReport(database.db, { id, engine: engine.getState(), maxAudioSeconds });
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
    await deleteWorkerReport(database.db, id).catch(() => {
      // Silence tells it, too, half a minute later.
    });
  };
}

/** The engine of this very process. */
export const localEngineStatus = (engine: SpeechEngine): EngineStatus => ({
  read: async () => ({ engine: engine.getState(), maxAudioSeconds: engine.maxAudioSeconds }),
});

/**
 * The engines of the worker processes: the best state among those heard of lately, and the length that whichever of the
 * ready ones takes the work will accept.
 */
export const remoteEngineStatus = (database: Database, maxAudioSeconds: number): EngineStatus => ({
  async read() {
    const reports = await readWorkerReports(database.db, silentAfterSeconds);
    const ready = reports.filter(({ engine }) => engine.state === 'ready');
    const best = ready[0] ?? reports[0];
    if (!best) return { engine: startingEngine, maxAudioSeconds };
    const lengths = (ready.length > 0 ? ready : reports).map((report) => report.maxAudioSeconds);
    return { engine: best.engine, maxAudioSeconds: Math.min(...lengths) };
  },
});
