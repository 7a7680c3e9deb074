import type { FastifyInstance } from 'fastify';
import { Failure } from '../core/failure.ts';

type Route = { segments: readonly string[]; methods: readonly string[] };

const takes = ({ segments }: Route, path: readonly string[]): boolean =>
  segments.length === path.length && segments.every((one, at) => one === path[at] || (one.startsWith(':') && path[at]));

/** Which methods each path of the API takes. */
export function createAllowedMethods() {
  const routes: Route[] = [];
  /** As `Allow` lists them; empty where no route has the path. */
  const listFor = (url: string): string => {
    const path = url.split('?', 1)[0]?.split('/') ?? [];
    const known = routes.filter((route) => takes(route, path));
    // A path of its own is not one of those that a parameter stands for.
    const own = known.filter(({ segments }) => segments.join('/') === path.join('/'));
    const methods = (own.length > 0 ? own : known).flatMap((route) => route.methods);
    return [...new Set(methods)].sort().join(', ');
  };
  return {
    listFor,
    /** Answers 405 in place of 404 where the path is known; before the body is looked at. */
    refuseOthers(app: FastifyInstance): void {
      app.addHook('onRoute', ({ method, url }) => {
        routes.push({ segments: url.split('/'), methods: [method].flat() });
      });
      app.addHook('onRequest', async (request, reply) => {
        const allowed = request.is404 ? listFor(request.url) : '';
        if (allowed === '') return;
        reply.header('allow', allowed);
        throw new Failure('METHOD_NOT_ALLOWED');
      });
    },
  };
}
