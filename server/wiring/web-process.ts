import type { FastifyInstance } from 'fastify';
import { createBrowserBindings } from '../accounts/browser-binding.ts';
import { createLinkService } from '../accounts/link-service.ts';
import { registerAccountRoutes } from '../accounts/routes.ts';
import { createVerificationService } from '../accounts/verification-service.ts';
import { registerFeedbackRoutes } from '../feedback/routes.ts';
import { manageUnreadBodies } from '../http/request-bodies.ts';
import { serveWebPages } from '../http/web-pages.ts';
import { createTransfers } from '../limits/transfers.ts';
import { registerProgramRoutes } from '../programs/routes.ts';
import { createSpaceGuard } from '../storage/free-space.ts';
import { registerApiDescription } from '../system/openapi.ts';
import { createEditService } from '../transcription/edit-service.ts';
import type { EngineStatus } from '../transcription/engine-status.ts';
import { createUploadReceiver } from '../transcription/receive-upload.ts';
import { registerTranscriptionRoutes } from '../transcription/routes.ts';
import { createTranscriptionService } from '../transcription/service.ts';
import type { Adapters } from './adapters.ts';

const clearMilliseconds = 3_600_000;

type Parts = Adapters & { engineStatus: EngineStatus; isEnding: AbortSignal };

/** Routes of a process that answers people. */
export function registerWebRoutes(http: FastifyInstance, parts: Parts): void {
  const { config, mailer, tempDir, log, sweeper, warn } = parts;
  if (config.role === 'web') {
    // Uploads that a killed process left: where no work is done, no scheduler clears them away.
    const clear = () => void sweeper.deleteTemporary().catch(warn);
    clear();
    const timer = setInterval(clear, clearMilliseconds);
    http.addHook('onClose', async () => clearInterval(timer));
  }
  registerAccountRoutes(http, {
    ...parts,
    links: createLinkService(parts),
    verification: createVerificationService(parts),
    bindings: createBrowserBindings(config.appUrl.protocol === 'https:', parts.keys),
    showsLinks: mailer.isDevelopment,
  });
  manageUnreadBodies(http, config);
  const space = createSpaceGuard({ folder: tempDir, reserveBytes: config.diskReserveBytes, log });
  const receiver = createUploadReceiver({ config, tempDir, transfers: createTransfers(config.transferLimits), space });
  const uploads = { ...parts, service: createTranscriptionService(parts), receiver };
  registerTranscriptionRoutes(http, { ...uploads, edits: createEditService(parts) });
  registerProgramRoutes(http, uploads);
  registerFeedbackRoutes(http, parts);
  registerApiDescription(http);
  serveWebPages(http, config);
}
