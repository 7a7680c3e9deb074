import type { FastifyReply } from 'fastify';

/**
 * What a browser drops at the end of a session (docs/decisions/040-what-a-sign-out-clears.md): "cache" takes the pages that
 * Back would show, "storage" everything the app has kept. Never "cookies": the browser's mark is not the person's.
 */
export function clearSiteData(reply: FastifyReply, types: '"cache"' | '"cache", "storage"'): void {
  reply.header('clear-site-data', types);
}
