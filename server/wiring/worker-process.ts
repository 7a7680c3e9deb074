import type { SpeechEngine } from '#speech/engine.ts';
import { startWorkerPool } from '../jobs/worker-pool.ts';
import { releaseAllMails } from '../mail/store.ts';
import { awaitEngine, startWorkerReports } from '../transcription/engine-status.ts';
import { releaseAllRuns } from '../transcription/run-store.ts';
import { createTranslationWorker } from '../transcription/translation-worker.ts';
import { createTranscriptionWorker } from '../transcription/worker.ts';
import type { Adapters } from './adapters.ts';

/** As many as the mailer has connections. */
const mailsAtOnce = 5;

export async function startWork(adapters: Adapters, engine: SpeechEngine) {
  const { config, database, warn, log, outbox } = adapters;
  if (database.isExclusive) {
    await releaseAllMails(database.db);
    await releaseAllRuns(database.db);
  }
  const pool = await startWorkerPool(database, { warn });
  const { claim, hold, deliver: handle } = outbox;
  pool.work('send-mail', { concurrency: mailsAtOnce, claim, hold, handle });
  const ending = new AbortController();
  async function takeWork(): Promise<void> {
    if (!(await awaitEngine(engine, ending.signal))) return;
    const recordings = createTranscriptionWorker({ ...adapters, engine });
    pool.work('transcribe', { concurrency: config.workerConcurrency, ...recordings });
    // One at a time: recordings come first.
    pool.work('translate', { concurrency: 1, ...createTranslationWorker({ ...adapters, engine }) });
  }
  const taking = takeWork().catch(warn);
  const stopReports = startWorkerReports(database, engine, log);
  return {
    requeue: pool.requeue,
    stop: pool.stop,
    async close() {
      ending.abort();
      await taking;
      await stopReports();
      await engine.close();
    },
  };
}
