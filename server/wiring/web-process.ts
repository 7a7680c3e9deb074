import type { FastifyInstance } from 'fastify';
import { uploadRecording } from '#shared/contract/transcription.ts';
import { apiBasePath } from '#shared/limits.ts';
import { createAttemptService } from '../accounts/attempt-service.ts';
import { createBrowserBindings } from '../accounts/browser-binding.ts';
import { createLinkService } from '../accounts/link-service.ts';
import { registerAccountRoutes, registerAttemptRoutes, registerSessionRoutes } from '../accounts/routes.ts';
import { createVerificationService } from '../accounts/verification-service.ts';
import { registerFeedbackRoutes } from '../feedback/routes.ts';
import { manageUnreadBodies } from '../http/request-bodies.ts';
import { serveWebPages } from '../http/web-pages.ts';
import { createLimiter } from '../limits/limiter.ts';
import { createTransfers } from '../limits/transfers.ts';
import { registerRetentionRoutes } from '../retention/routes.ts';
import { createSpaceGuard } from '../storage/free-space.ts';
import { registerApiDescription } from '../system/openapi.ts';
import { createEditService } from '../transcription/edit-service.ts';
import type { EngineStatus } from '../transcription/engine-status.ts';
import { createUploadReceiver } from '../transcription/receive-upload.ts';
import { registerTranscriptionRoutes } from '../transcription/routes.ts';
import { createTranscriptionService } from '../transcription/service.ts';
import { watchTranscription } from '../transcription/watch-transcription.ts';
import type { Adapters } from './adapters.ts';
import type { Services } from './services.ts';

type Parts = { adapters: Adapters; services: Services; engineStatus: EngineStatus; isEnding: AbortSignal };
type Limiter = ReturnType<typeof createLimiter>;

function registerAccounts(http: FastifyInstance, { adapters, services }: Parts, limiter: Limiter): void {
  const { config, database, usedHashes, clock, log, mailer } = adapters;
  const { outbox, sessions } = services;
  const { appUrl, verifyClickWhenUnbound } = config;
  registerAccountRoutes(http, {
    links: createLinkService({ database, clock, limiter, outbox, log, appUrl }),
    verification: createVerificationService({
      database,
      usedHashes,
      sessions,
      clock,
      limiter,
      log,
      verifyClickWhenUnbound,
    }),
    sessions,
    bindings: createBrowserBindings(appUrl.protocol === 'https:'),
    showsLinks: mailer.isDevelopment,
  });
  registerSessionRoutes(http, sessions);
  registerAttemptRoutes(http, createAttemptService({ database, clock, log }));
  registerRetentionRoutes(http, services.deletion);
}

function registerTranscription(http: FastifyInstance, parts: Parts, limiter: Limiter): void {
  const { adapters, engineStatus, isEnding } = parts;
  const { config, database, clock, storage, log, feed, signer, tempDir } = adapters;
  const { queueLimit, rateLimits, answerWaitSeconds } = config;
  const limits = {
    maxBytes: config.maxUploadBytes,
    idleSeconds: config.uploadIdleSeconds,
    totalSeconds: config.uploadTotalSeconds,
  };
  manageUnreadBodies(http, { uploadUrl: `${apiBasePath}${uploadRecording.path}`, ...limits });
  const space = createSpaceGuard({ folder: tempDir, reserveBytes: config.diskReserveBytes, log });
  registerTranscriptionRoutes(http, {
    service: createTranscriptionService({
      database,
      clock,
      storage,
      engineStatus,
      log,
      queueLimit,
      rateLimits,
      isStorageUp: parts.adapters.storageWatch.isUp,
    }),
    edits: createEditService({ database, clock, feed, engineStatus }),
    watch: (id, signal) => watchTranscription({ database, feed }, id, signal),
    receiver: createUploadReceiver({ tempDir, limits, transfers: createTransfers(config.transferLimits), space }),
    limiter,
    signer,
    log,
    answerWaitSeconds,
    isEnding,
  });
}

/** Routes of a process that answers people. */
export function registerWebRoutes(http: FastifyInstance, parts: Parts): void {
  const { config, database, clock, keys, log, warn } = parts.adapters;
  const limiter = createLimiter({ db: database.db, clock, keys, limits: config.rateLimits, log, warn });
  registerAccounts(http, parts, limiter);
  registerTranscription(http, parts, limiter);
  registerFeedbackRoutes(http, { database, clock, limiter, log });
  registerApiDescription(http);
  serveWebPages(http, config);
}
