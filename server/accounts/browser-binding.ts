import type { FastifyReply, FastifyRequest } from 'fastify';
import { unverifiedKeptHours } from '#shared/limits.ts';
import { randomToken } from '../core/keys.ts';
import { readCookie } from '../http/read-request.ts';

/** A mark of the browser that asked for a link; it opens nothing by itself (security.md S13, S32). */
export function createBrowserBindings(isSecure: boolean) {
  const name = isSecure ? '__Host-link-browser' : 'link-browser';
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${unverifiedKeptHours * 3600}${isSecure ? '; Secure' : ''}`;
  const read = (request: FastifyRequest): string | undefined => {
    const mark = readCookie(request.headers.cookie, name);
    return mark && /^[\w-]{22}$/.test(mark) ? mark : undefined;
  };
  return {
    read,
    readOrSet(request: FastifyRequest, reply: FastifyReply): string {
      const mark = read(request) ?? randomToken(16);
      reply.header('set-cookie', `${name}=${mark}; ${attributes}`);
      return mark;
    },
  };
}

export type BrowserBindings = ReturnType<typeof createBrowserBindings>;
