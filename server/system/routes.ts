import type { FastifyInstance } from 'fastify';
import { getHealth, getReady } from '#shared/contract/system.ts';
import { freeAttempts } from '#shared/limits.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { type EngineStatus, startingEngine } from '../transcription/engine-status.ts';

type Dependencies = { config: Config; database: Database; queue: JobQueue; engineStatus: EngineStatus };

export function registerSystemRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { config, database, queue, engineStatus } = dependencies;

  registerEndpoint(app, getHealth, async () => ({ status: 'ok' as const }));

  registerEndpoint(app, getReady, async ({ reply }) => {
    const isDatabaseAlive = await database.isAlive();
    const { engine, maxAudioSeconds } = isDatabaseAlive
      ? await engineStatus.read()
      : { engine: startingEngine, maxAudioSeconds: config.maxAudioSeconds ?? 0 };
    const isReady = isDatabaseAlive && queue.isAlive() && engine.state === 'ready';
    reply.code(isReady ? 200 : 503);
    const { state, description, downloadedBytes, totalBytes } = engine;
    return {
      ready: isReady,
      database: isDatabaseAlive,
      queue: queue.isAlive() && isDatabaseAlive,
      engine: { state, description, downloadedBytes, totalBytes },
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
