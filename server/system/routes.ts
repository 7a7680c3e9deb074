import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getHealth, getReady } from '#shared/contract/system.ts';
import { freeAttempts } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import { Failure } from '../core/failure.ts';
import type { Database } from '../db/database.ts';
import { hasHungUp, toFailure } from '../http/answer-failure.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { Levels, Metrics, OwnLevels } from '../observability/metrics.ts';
import { type EngineStatus, startingEngine } from '../transcription/engine-status.ts';
import type { DependencyWatch } from './dependency-watch.ts';

type Dependencies = {
  config: Pick<
    Config,
    'role' | 'maxAudioSeconds' | 'maxUploadBytes' | 'retentionDays' | 'supportEmail' | 'verifyClickWhenUnbound'
  >;
  database: Pick<Database, 'isAlive'>;
  isClosing: () => boolean;
  engineStatus: EngineStatus;
  storage: Pick<DependencyWatch, 'isUp'>;
  /** Only where mails are sent. */
  mail: Pick<DependencyWatch, 'isUp'> | undefined;
};

export function registerSystemRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { config, database, isClosing, engineStatus, storage, mail } = dependencies;

  registerEndpoint(app, getHealth, async () => ({ status: 'ok' as const }));

  /**
   * Whether this process can do its part. A web process answers people without a worker or a store, too: a balancer that
   * took it away would take the sign-in and the pages along.
   */
  const isReady = (isDatabaseAlive: boolean, engineState: string) => {
    const canAnswer = isDatabaseAlive && !isClosing();
    return config.role === 'web' ? canAnswer : canAnswer && engineState === 'ready' && storage.isUp();
  };

  registerEndpoint(app, getReady, async ({ reply }) => {
    const isDatabaseAlive = await database.isAlive();
    const { engine, maxAudioSeconds } = isDatabaseAlive
      ? await engineStatus.read()
      : { engine: startingEngine, maxAudioSeconds: config.maxAudioSeconds ?? 0 };
    const ready = isReady(isDatabaseAlive, engine.state);
    reply.code(ready ? 200 : 503);
    const { state, description, downloadedBytes, totalBytes, problem } = engine;
    return {
      ready,
      role: config.role,
      database: isDatabaseAlive,
      queue: isDatabaseAlive && !isClosing(),
      storage: storage.isUp(),
      ...(mail ? { mail: mail.isUp() } : {}),
      engine: { state, description, downloadedBytes, totalBytes, ...(problem ? { problem } : {}) },
      limits: {
        maxUploadBytes: config.maxUploadBytes,
        maxAudioSeconds: Math.floor(maxAudioSeconds),
        freeAttempts,
        retentionDays: config.retentionDays,
      },
      supportEmail: config.supportEmail,
      verifyClickWhenUnbound: config.verifyClickWhenUnbound,
    };
  });
}

type Options = {
  metrics: Metrics;
  readLevels: () => Promise<Levels>;
  readOwnLevels: () => Promise<OwnLevels>;
  token: string | undefined;
  answersThisMachine: boolean;
};

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

/**
 * The token where one is set. Without one this machine alone, and only where no proxy stands in front: behind one on the
 * same machine everybody comes from here.
 */
function isAllowed(
  request: FastifyRequest,
  { token, answersThisMachine }: Pick<Options, 'token' | 'answersThisMachine'>,
) {
  const { headers, socket } = request;
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return answersThisMachine && isLoopback(socket.remoteAddress ?? '') && !isForwarded;
}

export function registerMetrics(
  app: FastifyInstance,
  { metrics, readLevels, readOwnLevels, ...access }: Options,
): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onError', async (request, _reply, error) => {
    if (!hasHungUp(request)) metrics.countRefusal(toFailure(error).code);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, access)) throw new Failure('NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.write(readLevels, await readOwnLevels()));
  });
}
