import type { SpeechEngine } from '#speech/engine.ts';
import { startWorkerPool } from '../jobs/worker-pool.ts';
import { releaseAllMails } from '../mail/store.ts';
import { createScheduler } from '../retention/scheduler.ts';
import { awaitEngine } from '../transcription/engine-status.ts';
import { releaseAllRuns } from '../transcription/run-store.ts';
import { createTranslationWorker } from '../transcription/translation-worker.ts';
import { createTranscriptionWorker } from '../transcription/worker.ts';
import { startWorkerReports } from '../transcription/worker-reports.ts';
import type { Adapters } from './adapters.ts';
import type { Services } from './services.ts';

/** As many as the mailer has connections. */
const mailsAtOnce = 5;

export type Work = {
  /** Takes nothing more, and waits for what is in hand. */
  stop(graceSeconds: number): Promise<void>;
  /** Puts running work back, for another process. */
  requeue(): void;
  close(): Promise<void>;
};

/** A process that works: mails, transcriptions and the clean-up. */
export async function startWork(adapters: Adapters, services: Services, engine: SpeechEngine): Promise<Work> {
  const { config, database, clock, warn, feed, storage, log, tempDir, metrics } = adapters;
  const { outbox, sweeper } = services;
  const worker = createTranscriptionWorker({
    database,
    feed,
    clock,
    storage,
    engine,
    log,
    tempDir,
    onUploadMissing: adapters.storageWatch.recheck,
    observer: metrics,
  });
  const translations = createTranslationWorker({ database, engine, log });
  if (database.isExclusive) {
    await releaseAllMails(database.db);
    await releaseAllRuns(database.db);
  }
  // Before any work begins: what is cleared away first might be its files.
  const stopScheduler = await createScheduler({ database, sweeper, clock, warn }).start();
  const pool = await startWorkerPool(database, { warn });
  pool.work('send-mail', { concurrency: mailsAtOnce, claim: outbox.claim, handle: outbox.deliver });
  const ending = new AbortController();
  async function takeWork(): Promise<void> {
    const hasCome = await awaitEngine(engine, ending.signal);
    const { claim, handle } = worker;
    if (!hasCome || !pool.isAlive()) return;
    pool.work('transcribe', { concurrency: config.workerConcurrency, claim, handle });
    // One at a time: recordings come first.
    pool.work('translate', { concurrency: 1, claim: translations.claim, handle: translations.handle });
  }
  const taking = takeWork().catch(warn);
  const stopReports = startWorkerReports(database, engine, log);
  return {
    requeue() {
      worker.end();
      translations.end();
    },
    stop: pool.stop,
    async close() {
      ending.abort();
      await taking;
      stopScheduler();
      await stopReports();
      await engine.close();
    },
  };
}
