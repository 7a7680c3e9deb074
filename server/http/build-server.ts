import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config/config.ts';
import { createTrust } from '../config/trusted-proxies.ts';
import { Failure } from '../core/failure.ts';
import { logRequests, withAllowList } from '../observability/request-log.ts';
import { refuseOtherMethods } from './allowed-methods.ts';
import { answerFailure } from './answer-failure.ts';
import { acceptJsonBodies, limitBodyTime } from './request-bodies.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { giveTurns } from './turns.ts';
import { createParserErrorAnswer, createUnreadableAddressAnswer } from './unreadable-requests.ts';

const headersTimeoutMilliseconds = 10_000;
const checkConnectionsEveryMilliseconds = 2_000;
/** Then it is closed, and who holds it waits to be accepted like all others. */
const requestsPerConnection = 200;

/** Requests that change something come from our own pages or from programs that name no origin (security.md S24). */
function refuseForeignOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin !== undefined && !allowed.includes(origin)) throw new Failure('ORIGIN_REFUSED');
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('ORIGIN_REFUSED');
  });
}

/** The server without its routes: limits, headers, refusals and logging that all of them share. */
export function buildServer(options: Config, logger: FastifyServerOptions['logger'] & object): FastifyInstance {
  const isSecure = options.appUrl.protocol === 'https:';
  const app = Fastify({
    frameworkErrors: createUnreadableAddressAnswer(isSecure),
    clientErrorHandler: createParserErrorAnswer(isSecure),
    logger: withAllowList(logger),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: createTrust(options.trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // A connection that was taken before the end is answered as any other.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Nothing takes longer to arrive than the longest upload may; smaller bodies have a shorter time of their own.
    requestTimeout: (options.uploadTotalSeconds + options.uploadIdleSeconds) * 1000,
    http: {
      connectionsCheckingInterval: checkConnectionsEveryMilliseconds,
      headersTimeout: headersTimeoutMilliseconds,
    },
    maxRequestsPerSocket: requestsPerConnection,
    bodyLimit: 16_384,
    routerOptions: { maxParamLength: 256 },
  });
  logRequests(app);
  giveTurns(app);
  addSecurityHeaders(app, isSecure);
  acceptJsonBodies(app);
  limitBodyTime(app, options.bodySeconds);
  refuseForeignOrigins(app, options.allowedOrigins);
  refuseOtherMethods(app);
  app.setErrorHandler(answerFailure);
  return app;
}
