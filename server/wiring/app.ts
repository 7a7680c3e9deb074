import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyServerOptions } from 'fastify';
import { measureFreeBytes } from '#platform/free-space.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createAdminCommands } from '../admin/commands.ts';
import { openAdminSocket } from '../admin/socket.ts';
import type { Config } from '../config/config.ts';
import { prepareDataFolder } from '../config/data-folder.ts';
import { answerNotFound } from '../http/answer-failure.ts';
import { buildServer } from '../http/build-server.ts';
import { readMailLevels } from '../mail/store.ts';
import { isForKeys } from '../programs/key-service.ts';
import { createScheduler } from '../retention/scheduler.ts';
import { registerMetrics, registerSystemRoutes } from '../system/routes.ts';
import { readReportedEngine } from '../transcription/engine-status.ts';
import { readLoad } from '../transcription/store.ts';
import { type AdapterOptions, openAdapters } from './adapters.ts';
import { registerWebRoutes } from './web-process.ts';
import { startWork } from './worker-process.ts';

const requeueSeconds = 5;
const lastAnswersMilliseconds = 2_000;

export type AppOptions = AdapterOptions & {
  /** Makes the engine of a process that works; never called in a process that only answers. */
  createEngine: () => SpeechEngine;
  logger?: FastifyServerOptions['logger'] & object;
  onRoute?: (route: string) => void;
};

export async function createApp(config: Config, options: AppOptions) {
  const openPlaces = prepareDataFolder(config.dataDir);
  const http = buildServer(config, options.logger ?? { level: 'info' });
  http.addHook('onRoute', ({ method, url }) => options.onRoute?.(`${String(method)} ${url}`));
  if (openPlaces.length > 0)
    http.log.warn({ paths: openPlaces.slice(0, 5) }, 'other accounts of this machine can read here');
  const adapters = await openAdapters(config, options, http.log);
  const { database, metrics, sessions, apiKeys } = adapters;
  http.decorate('authenticate', (given, taken) => (isForKeys(given, taken) ? apiKeys : sessions).authenticate(given));
  let isClosing = false;
  const engine = config.role === 'web' ? undefined : options.createEngine();
  const readEngine = async () => engine?.getState() ?? readReportedEngine(database);
  const ending = new AbortController();
  registerSystemRoutes(http, { ...adapters, readEngine, isClosing: () => isClosing });
  const scheduler = createScheduler(adapters);
  const readLevels = async () => {
    const load = await readLoad(database.db);
    const mails = await readMailLevels(database.db);
    return {
      transcriptions_in_flight: load.all,
      transcriptions_queued: load.queued,
      queue_oldest_seconds: load.oldestQueuedSeconds,
      queue_minutes: load.seconds / 60,
      mails_waiting: mails.waiting,
      mails_oldest_seconds: mails.oldestSeconds,
      engine_ready: Number((await readEngine()).state === 'ready'),
      retention_age_seconds: scheduler.secondsSinceSweep(),
    };
  };
  const readOwnLevels = async () => ({
    pool: database.readPool(),
    freeBytes: await measureFreeBytes(config.dataDir).catch(() => undefined),
  });
  registerMetrics(http, { config, metrics, readLevels, readOwnLevels });
  if (config.role === 'worker') http.setNotFoundHandler(answerNotFound);
  else registerWebRoutes(http, { ...adapters, readEngine, isEnding: ending.signal });
  // Before any work begins: what is cleared away first might be its files.
  const stopScheduler = await scheduler.start();
  const work = engine && (await startWork(adapters, engine));
  const admin = await openAdminSocket(config.dataDir, createAdminCommands(adapters));

  async function close(): Promise<void> {
    isClosing = true;
    stopScheduler();
    const httpClosed = http.close();
    adapters.storageWatch.close();
    adapters.mailWatch?.close();
    // What a web process has begun to answer is worked on elsewhere, and goes on.
    const graceMilliseconds = config.shutdownGraceSeconds * 1000;
    if (config.role === 'web') await Promise.race([httpClosed, sleep(graceMilliseconds, undefined, { ref: false })]);
    admin.close();
    const requeue = setTimeout(() => work?.requeue(), graceMilliseconds);
    await work?.stop(config.shutdownGraceSeconds + requeueSeconds);
    clearTimeout(requeue);
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

  return { http, database, engine, sweeper: adapters.sweeper, close };
}
