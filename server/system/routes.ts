import type { FastifyInstance } from 'fastify';
import { getHealth, getReady } from '#shared/contract/system.ts';
import { freeAttempts } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
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
