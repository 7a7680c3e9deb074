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
import { requireRoom } from '../storage/free-space.ts';
import { registerApiDescription } from '../system/openapi.ts';
import { createEditService } from '../transcription/edit-service.ts';
import type { ReadEngine } from '../transcription/engine-status.ts';
import { createUploadReceiver } from '../transcription/receive-upload.ts';
import { registerTranscriptionRoutes } from '../transcription/routes.ts';
import { createTranscriptionService } from '../transcription/service.ts';
import type { Adapters } from './adapters.ts';

type Parts = Adapters & { readEngine: ReadEngine; isEnding: AbortSignal };

export function registerWebRoutes(http: FastifyInstance, parts: Parts): void {
  const { config, mailer, tempDir, log } = parts;
  registerAccountRoutes(http, {
    ...parts,
    links: createLinkService(parts),
    verification: createVerificationService(parts),
    bindings: createBrowserBindings(config.appUrl.protocol === 'https:', parts.keys),
    showsLinks: mailer.isDevelopment,
  });
  manageUnreadBodies(http, config);
  const receiver = createUploadReceiver({
    ...parts,
    transfers: createTransfers(config.transferLimits),
    requireRoom: (bytes) => requireRoom(tempDir, bytes + config.diskReserveBytes, log),
  });
  const uploads = { ...parts, service: createTranscriptionService(parts), receiver };
  registerTranscriptionRoutes(http, { ...uploads, edits: createEditService(parts) });
  registerProgramRoutes(http, uploads);
  registerFeedbackRoutes(http, parts);
  registerApiDescription(http);
  serveWebPages(http, config);
}
