import type { FastifyInstance } from 'fastify';
import { Failure } from '../core/failure.ts';

/** Answers 405 in place of 404 where another method takes the path, before the body is looked at. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const routes: { segments: string[]; methods: string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({ segments: url.split('/'), methods: [method].flat() });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = request.url.split('?', 1)[0]?.split('/') ?? [];
    const takes = (segment: string, at: number) => segment === path[at] || (segment.startsWith(':') && path[at]);
    const known = routes.filter(({ segments }) => segments.length === path.length && segments.every(takes));
    if (known.length === 0) return;
    // A path of its own is not one of those that a parameter stands for.
    const own = known.filter(({ segments }) => segments.join() === path.join());
    const methods = (own.length > 0 ? own : known).flatMap((route) => route.methods);
    reply.header('allow', [...new Set(methods)].sort().join(', '));
    throw new Failure('METHOD_NOT_ALLOWED');
  });
}
