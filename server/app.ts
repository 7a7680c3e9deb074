import path from 'node:path';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { uploadRecording } from '#shared/contract/transcription.ts';
import { apiBasePath, recordingMaxSeconds } from '#shared/limits.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createBrowserMarks } from './accounts/browser-mark.ts';
import { createDeletionService } from './accounts/deletion-service.ts';
import { createLinkService } from './accounts/link-service.ts';
import { mailboxOf } from './accounts/mailbox.ts';
import { registerAccountRoutes } from './accounts/routes.ts';
import { registerSessionRoutes } from './accounts/session-routes.ts';
import { createSessionService } from './accounts/session-service.ts';
import { createSessionTokens } from './accounts/session-tokens.ts';
import { foldStoredAddresses } from './accounts/store.ts';
import { createVerificationService } from './accounts/verification-service.ts';
import { createAdminCommands } from './admin/commands.ts';
import { openAdminSocket } from './admin/socket.ts';
import { registerAttemptRoutes } from './attempts/routes.ts';
import { createAttemptService } from './attempts/service.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { closeToOthers, prepareDataFolder } from './data-folder.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { createEventLog } from './event-logger.ts';
import { answerNotFound } from './http/answer-failure.ts';
import { buildServer } from './http/build-server.ts';
import { createMetrics, registerMetrics } from './http/metrics.ts';
import { registerApiDescription } from './http/openapi.ts';
import { registerSystemRoutes } from './http/system-routes.ts';
import { manageUnreadBodies } from './http/unread-bodies.ts';
import { serveWebPages } from './http/web-pages.ts';
import { startJobQueue } from './jobs/pg-boss-queue.ts';
import { createSweeper, type Sweeper } from './jobs/sweep.ts';
import { createUpkeep } from './jobs/upkeep.ts';
import { createKeys } from './keys.ts';
import { createLimiter } from './limits/limiter.ts';
import { createFileMailer } from './mail/file-mailer.ts';
import { createOutbox } from './mail/outbox.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { countWaitingMails, releaseAllMails } from './mail/store.ts';
import { createDiskStorage } from './storage/disk-storage.ts';
import { createSpaceGuard } from './storage/free-space.ts';
import { createS3Storage } from './storage/s3-storage.ts';
import { createUrlSigner } from './storage/signed-urls.ts';
import { openChangeFeed } from './transcription/change-feed.ts';
import { followTranscription } from './transcription/follow.ts';
import { registerTranscriptionRoutes } from './transcription/routes.ts';
import { createTranscriptionService } from './transcription/service.ts';
import { countInFlight } from './transcription/store.ts';
import { createTransfers } from './transcription/transfers.ts';
import { createUploadReceiver } from './transcription/upload-receiver.ts';
import { createTranscriptionWorker } from './transcription/worker.ts';
import { localEngineStatus, remoteEngineStatus, startWorkerReports } from './transcription/worker-reports.ts';

/** As many as the mailer has connections. */
const mailsAtOnce = 5;
/** Time for work to stop and for its row to go back into the queue. */
const handBackSeconds = 5;
const lastAnswersMilliseconds = 2_000;

export type AppOptions = {
  /** Makes the engine of a process that works; never called in a process that only answers. */
  createEngine: () => SpeechEngine;
  clock?: Clock;
  logger?: FastifyServerOptions['logger'] & object;
  /** Where development mail shows its links. */
  print?: (line: string) => void;
  /** Told of every route, such as `GET /api/health`. */
  onRoute?: (route: string) => void;
};

export type RunningApp = { http: FastifyInstance; database: Database; sweeper: Sweeper; close(): Promise<void> };

/** The parts that talk to the outside, each chosen by configuration. */
async function openAdapters(config: Config, options: AppOptions, http: FastifyInstance) {
  const clock = options.clock ?? systemClock;
  const keys = createKeys(config.sessionSecrets);
  const metrics = createMetrics();
  const log = createEventLog(http.log, metrics, keys);
  const warn = (error: unknown) => http.log.warn({ err: error }, 'trouble outside a request');
  const signer = createUrlSigner(keys, clock, config.appUrl);
  const storage = config.s3
    ? createS3Storage(config.s3)
    : createDiskStorage(path.join(config.dataDir, 'storage'), signer);
  const print = options.print ?? ((line: string) => console.log(line));
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, { from: config.mailFrom, requiresTls: config.isProduction })
    : createFileMailer(path.join(config.dataDir, 'outbox'), config.mailFrom, print);
  const database = await openDatabase(config);
  // The embedded database makes its first files open to all, whatever the umask.
  if (database.isExclusive) closeToOthers(path.join(config.dataDir, 'db'));
  await foldStoredAddresses(database.db, mailboxOf);
  const queue = await startJobQueue(database, { isWorker: config.role !== 'web', warn });
  const feed = await openChangeFeed(database);
  const limiter = createLimiter({ db: database.db, clock, keys, limits: config.rateLimits, log, warn });
  const tempDir = path.join(config.dataDir, 'tmp');
  return { config, clock, keys, metrics, log, warn, signer, storage, mailer, database, queue, feed, limiter, tempDir };
}

type Adapters = Awaited<ReturnType<typeof openAdapters>>;

function createServices(adapters: Adapters) {
  const { config, clock, database, queue, keys, mailer, log } = adapters;
  const outbox = createOutbox({ database, queue, keys, clock, mailer, log, supportEmail: config.supportEmail });
  const tokens = createSessionTokens(keys.sessionKeys, clock);
  const { sessionIdleHours, verifyClickWhenUnbound, appUrl } = config;
  const sessions = createSessionService({ ...adapters, tokens, sessionIdleHours });
  return {
    outbox,
    links: createLinkService({ ...adapters, outbox, appUrl }),
    sessions,
    verification: createVerificationService({ ...adapters, sessions, verifyClickWhenUnbound }),
    attempts: createAttemptService(adapters),
    deletion: createDeletionService(adapters),
    sweeper: createSweeper(adapters),
  };
}

type Services = ReturnType<typeof createServices>;

/** A process that works: mails, transcriptions and the clean-up. */
async function startWork(adapters: Adapters, { outbox, sweeper }: Services, engine: SpeechEngine) {
  const { config, queue, database, clock, warn } = adapters;
  const worker = createTranscriptionWorker({ ...adapters, engine });
  if (database.isExclusive) await releaseAllMails(database.db);
  // Before any work begins: what is cleared away first might be its files.
  const stopUpkeep = await createUpkeep({ database, sweeper, clock, warn }).start();
  await queue.work('send-mail', mailsAtOnce, ({ mailId }) => outbox.deliver(mailId));
  await queue.work('transcribe', config.workerConcurrency, worker.handle);
  await queue.work('transcribe-given-up', 1, worker.giveUp);
  const stopReports = startWorkerReports(database, engine, clock);
  return {
    handBack: worker.end,
    async close() {
      stopUpkeep();
      stopReports();
      await engine.close();
    },
  };
}

/** Routes of a process that answers people. */
function registerPeopleRoutes(http: FastifyInstance, adapters: Adapters, services: Services, parts: WebParts): void {
  const { config, database, feed } = adapters;
  const { engineStatus, isEnding } = parts;
  const uploadLimits = {
    maxBytes: config.maxUploadBytes,
    idleSeconds: config.uploadIdleSeconds,
    totalSeconds: config.uploadTotalSeconds,
  };
  manageUnreadBodies(http, {
    uploadUrl: `${apiBasePath}${uploadRecording.path}`,
    ...uploadLimits,
  });
  const marks = createBrowserMarks(config.appUrl.protocol === 'https:');
  registerAccountRoutes(http, { ...services, marks, showsLinks: adapters.mailer.isDevelopment });
  registerSessionRoutes(http, services.sessions);
  registerAttemptRoutes(http, services.attempts);
  registerTranscriptionRoutes(http, {
    ...adapters,
    sessions: services.sessions,
    service: createTranscriptionService({ ...adapters, engineStatus, ...config }),
    follow: (id, signal) => followTranscription({ database, feed }, id, signal),
    receiver: createUploadReceiver({
      tempDir: adapters.tempDir,
      limits: uploadLimits,
      transfers: createTransfers(config.transferLimits),
      space: createSpaceGuard({ folder: adapters.tempDir, reserveBytes: config.diskReserveBytes, log: adapters.log }),
    }),
    answerWaitSeconds: config.answerWaitSeconds,
    isEnding,
  });
  registerApiDescription(http);
  serveWebPages(http, config.webDir);
}

type WebParts = { engineStatus: ReturnType<typeof localEngineStatus>; isEnding: AbortSignal };

/** Puts the process together by its role and makes it ready; `http` is not listening yet. */
export async function createApp(config: Config, options: AppOptions): Promise<RunningApp> {
  const openPlaces = prepareDataFolder(config.dataDir);
  const http = buildServer(config, options.logger ?? { level: 'info' });
  http.addHook('onRoute', ({ method, url }) => options.onRoute?.(`${String(method)} ${url}`));
  if (openPlaces.length > 0)
    http.log.warn({ paths: openPlaces.slice(0, 5) }, 'other accounts of this machine can read here');
  const adapters = await openAdapters(config, options, http);
  const services = createServices(adapters);
  http.decorate('authenticate', services.sessions.authenticate);
  const { database, queue, clock, metrics } = adapters;
  const engine = config.role === 'web' ? undefined : options.createEngine();
  const engineStatus = engine
    ? localEngineStatus(engine)
    : remoteEngineStatus(database, clock, config.maxAudioSeconds ?? recordingMaxSeconds);
  const ending = new AbortController();
  registerSystemRoutes(http, { config, database, queue, engineStatus });
  const gauges = async () => ({
    somalispeak_transcriptions_in_flight: await countInFlight(database.db),
    somalispeak_mails_waiting: await countWaitingMails(database.db),
  });
  const answersThisMachine = !config.isProduction && config.trustProxy === false;
  registerMetrics(http, { metrics, gauges, token: config.metricsToken, answersThisMachine });
  if (config.role === 'worker') http.setNotFoundHandler(answerNotFound);
  else registerPeopleRoutes(http, adapters, services, { engineStatus, isEnding: ending.signal });
  const work = engine && (await startWork(adapters, services, engine));
  const admin = await openAdminSocket(config.dataDir, createAdminCommands({ ...adapters, ...services }));

  async function close(): Promise<void> {
    const httpClosed = http.close();
    admin.close();
    const handBack = setTimeout(() => work?.handBack(), config.shutdownGraceSeconds * 1000);
    await queue.stop(config.shutdownGraceSeconds + handBackSeconds);
    clearTimeout(handBack);
    ending.abort();
    // The last answers leave; a connection that lingers after them does not hold the process.
    const cutOff = setTimeout(() => http.server.closeAllConnections(), lastAnswersMilliseconds);
    await httpClosed;
    clearTimeout(cutOff);
    await work?.close();
    await adapters.mailer.close();
    metrics.close();
    await database.close();
  }

  return { http, database, sweeper: services.sweeper, close };
}
