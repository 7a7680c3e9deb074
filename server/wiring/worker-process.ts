import type { SpeechEngine } from '#speech/engine.ts';
import { releaseAllMails } from '../mail/store.ts';
import { createUpkeep } from '../retention/upkeep.ts';
import { awaitEngine } from '../transcription/await-engine.ts';
import { createTranscriptionWorker } from '../transcription/worker.ts';
import { startWorkerReports } from '../transcription/worker-reports.ts';
import type { Adapters } from './adapters.ts';
import type { Services } from './services.ts';

/** As many as the mailer has connections. */
const mailsAtOnce = 5;

export type Work = { handBack(): void; close(): Promise<void> };

/** A process that works: mails, transcriptions and the clean-up. */
export async function startWork(adapters: Adapters, services: Services, engine: SpeechEngine): Promise<Work> {
  const { config, queue, database, clock, warn, feed, storage, log, tempDir, metrics } = adapters;
  const { outbox, sweeper } = services;
  const worker = createTranscriptionWorker({
    database,
    queue,
    feed,
    clock,
    storage,
    engine,
    log,
    tempDir,
    observer: metrics,
  });
  if (database.isExclusive) await releaseAllMails(database.db);
  // Before any work begins: what is cleared away first might be its files.
  const stopUpkeep = await createUpkeep({ database, sweeper, clock, warn }).start();
  await queue.work('send-mail', mailsAtOnce, ({ mailId }) => outbox.deliver(mailId));
  await queue.work('transcribe-given-up', 1, worker.giveUp);
  const ending = new AbortController();
  async function takeWork(): Promise<void> {
    const hasCome = await awaitEngine(engine, ending.signal);
    if (hasCome && queue.isAlive()) await queue.work('transcribe', config.workerConcurrency, worker.handle);
  }
  const taking = takeWork().catch(warn);
  const stopReports = startWorkerReports(database, engine, log);
  return {
    handBack: worker.end,
    async close() {
      ending.abort();
      await taking;
      stopUpkeep();
      await stopReports();
      await engine.close();
    },
  };
}
