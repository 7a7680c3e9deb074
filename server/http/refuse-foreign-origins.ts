import type { FastifyInstance } from 'fastify';
import { Failure } from '../core/failure.ts';

/** Requests that change something come from our own pages or from programs that name no origin (security.md S24). */
export function refuseForeignOrigins(app: FastifyInstance, isAllowed: (origin: string) => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin !== undefined && !isAllowed(origin)) throw new Failure('ORIGIN_REFUSED');
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('ORIGIN_REFUSED');
  });
}
