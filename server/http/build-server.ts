import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { withAllowList } from '../log-options.ts';
import { answerFailure } from './answer-failure.ts';
import { acceptJsonBodies } from './json-body.ts';
import { logRequests } from './log-requests.ts';
import { refuseForeignOrigins } from './refuse-foreign-origins.ts';
import { addSecurityHeaders } from './security-headers.ts';

const headersTimeoutMilliseconds = 10_000;

/** The server without its routes: limits, headers, refusals and logging that all of them share. */
export function buildServer(config: Config, logger: FastifyServerOptions['logger'] & object): FastifyInstance {
  const app = Fastify({
    logger: withAllowList(logger),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: whomToTrust(config.trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // An upload may take as long as its own timers allow; headers may not.
    requestTimeout: 0,
    bodyLimit: 16_384,
    routerOptions: { maxParamLength: 256 },
  });
  app.server.headersTimeout = headersTimeoutMilliseconds;
  logRequests(app);
  addSecurityHeaders(app, config.appUrl.protocol === 'https:');
  acceptJsonBodies(app);
  const origins = new Set(config.allowedOrigins);
  refuseForeignOrigins(app, (origin) => origins.has(origin));
  app.setErrorHandler(answerFailure);
  return app;
}

/** A number of proxies, or their addresses; nobody by default (security.md S60). */
function whomToTrust(setting: Config['trustProxy']): string | boolean | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}
