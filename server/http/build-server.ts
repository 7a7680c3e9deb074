import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { uploadRecording } from '#shared/contract/transcription.ts';
import { apiBasePath } from '#shared/limits.ts';
import { createTrust, type TrustedProxies } from '../config/trusted-proxies.ts';
import { logRequests, withAllowList } from '../observability/request-log.ts';
import { answerFailure } from './answer-failure.ts';
import { refuseForeignOrigins } from './refuse-foreign-origins.ts';
import { acceptJsonBodies, limitBodyTime } from './request-bodies.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { createParserErrorAnswer, createUnreadableAddressAnswer } from './unreadable-requests.ts';

const headersTimeoutMilliseconds = 10_000;
const checkConnectionsEveryMilliseconds = 2_000;

type Options = {
  appUrl: URL;
  allowedOrigins: readonly string[];
  trustProxy: TrustedProxies;
  bodySeconds: number;
  uploadIdleSeconds: number;
  uploadTotalSeconds: number;
};

/** The server without its routes: limits, headers, refusals and logging that all of them share. */
export function buildServer(options: Options, logger: FastifyServerOptions['logger'] & object): FastifyInstance {
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
    bodyLimit: 16_384,
    routerOptions: { maxParamLength: 256 },
  });
  logRequests(app);
  addSecurityHeaders(app, isSecure);
  acceptJsonBodies(app);
  limitBodyTime(app, { seconds: options.bodySeconds, exceptUrl: `${apiBasePath}${uploadRecording.path}` });
  const origins = new Set(options.allowedOrigins);
  refuseForeignOrigins(app, (origin) => origins.has(origin));
  app.setErrorHandler(answerFailure);
  return app;
}
