import type { FastifyInstance } from 'fastify';
import { endEverySession, endSession, listSessions } from '#shared/contract/sessions.ts';
import { clearSiteData } from '../http/clear-site-data.ts';
import { formatMessage } from '../http/messages.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import type { SessionService } from './session-service.ts';

/** A person's own sessions (ASVS 7.5): seen and ended by their owner. */
export function registerSessionRoutes(app: FastifyInstance, sessions: SessionService): void {
  registerEndpoint(app, listSessions, async ({ session }) => {
    return { data: { sessions: await sessions.list(session) } };
  });

  registerEndpoint(app, endSession, async ({ session, params, language }) => {
    await sessions.end(session, params.id);
    return { message: formatMessage('SESSION_ENDED', language) };
  });

  registerEndpoint(app, endEverySession, async ({ session, reply, language }) => {
    await sessions.endAll(session);
    clearSiteData(reply, '"cache"');
    return { message: formatMessage('SIGNED_OUT_EVERYWHERE', language) };
  });
}
