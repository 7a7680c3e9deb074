import type { FastifyInstance } from 'fastify';
import { runForRequest } from '../observability/request-context.ts';

/** One line a request, by its route and never by its address: addresses hold magic links and signatures (security.md S9). */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => runForRequest({ requestId: request.id }, done));
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
