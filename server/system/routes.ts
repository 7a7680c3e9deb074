import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getHealth, getReady } from '#shared/contract/system.ts';
import { freeAttempts } from '#shared/limits.ts';
import type { SpeechEngineState } from '#shared/transcript.ts';
import type { Config } from '../config/config.ts';
import { Failure } from '../core/failure.ts';
import { isSameSecret } from '../core/keys.ts';
import { type Database, isAnswering } from '../db/database.ts';
import { hasHungUp, toFailure } from '../http/answer-failure.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { Levels, Metrics, OwnLevels } from '../observability/metrics.ts';
import { type ReadEngine, startingEngine } from '../transcription/engine-status.ts';
import type { DependencyWatch } from './dependency-watch.ts';

type Dependencies = {
  config: Config;
  database: Pick<Database, 'db'>;
  isClosing: () => boolean;
  readEngine: ReadEngine;
  storageWatch: Pick<DependencyWatch, 'isUp'>;
  mailWatch: Pick<DependencyWatch, 'isUp'> | undefined;
};

/** What the public may read of a problem: its reason may name hosts and folders, and stands in the log. */
function withoutReason({ problem, ...state }: SpeechEngineState): SpeechEngineState {
  if (problem === undefined) return state;
  const [what = '', ...reason] = problem.split(':');
  const [code] = /\bE[A-Z_]{3,}\b/.exec(reason.join(':')) ?? [];
  return { ...state, problem: code ? `${what} (${code})` : what };
}

export function registerSystemRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { config, database, isClosing, readEngine, storageWatch, mailWatch } = dependencies;

  registerEndpoint(app, getHealth, async () => ({ success: true as const, status: 'ok' as const }));

  /** A web process needs no worker or store to be ready: a balancer would take sign-in and pages away with it. */
  const isReady = (isDatabaseAlive: boolean, engineState: string) => {
    const canAnswer = isDatabaseAlive && !isClosing();
    return config.role === 'web' ? canAnswer : canAnswer && engineState === 'ready' && storageWatch.isUp();
  };

  registerEndpoint(app, getReady, async ({ reply }) => {
    const isDatabaseAlive = await isAnswering(database.db);
    const engine = isDatabaseAlive ? await readEngine() : startingEngine;
    const ready = isReady(isDatabaseAlive, engine.state);
    reply.code(ready ? 200 : 503);
    return {
      ready,
      role: config.role,
      database: isDatabaseAlive,
      queue: isDatabaseAlive && !isClosing(),
      storage: storageWatch.isUp(),
      ...(mailWatch ? { mail: mailWatch.isUp() } : {}),
      engine: withoutReason(engine),
      limits: {
        maxUploadBytes: config.maxUploadBytes,
        maxAudioSeconds: config.freeMaxAudioSeconds,
        premiumMaxAudioSeconds: config.maxAudioSeconds,
        freeAttempts,
        retentionDays: config.retentionDays,
      },
      verifyClickWhenUnbound: config.verifyClickWhenUnbound,
    };
  });
}

type Options = {
  metrics: Metrics;
  readLevels: () => Promise<Levels>;
  readOwnLevels: () => Promise<OwnLevels>;
  config: Pick<Config, 'metricsToken' | 'isProduction' | 'trustProxy'>;
};

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** The token where one is set; else this machine alone, with no proxy in front, whose requests all come from here. */
function isAllowed({ headers, socket }: FastifyRequest, config: Options['config']): boolean {
  if (config.metricsToken) return isSameSecret(headers.authorization ?? '', `Bearer ${config.metricsToken}`);
  const answersThisMachine = !config.isProduction && config.trustProxy === false;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return answersThisMachine && isLoopback(socket.remoteAddress ?? '') && !isForwarded;
}

export function registerMetrics(app: FastifyInstance, { config, metrics, readLevels, readOwnLevels }: Options): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onError', async (request, _reply, error) => {
    if (!hasHungUp(request)) metrics.countRefusal(toFailure(error).code);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, config)) throw new Failure('NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.write(readLevels, await readOwnLevels()));
  });
}
