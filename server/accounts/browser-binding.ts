import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInMarkDays, unverifiedKeptHours } from '#shared/limits.ts';
import { isSameSecret, type Keys, randomToken } from '../core/keys.ts';
import { readCookie } from '../http/read-request.ts';

/** Two marks that open nothing (S32): of the link a browser asked for (S13), of the address signed in to (S17). */
export function createBrowserBindings(isSecure: boolean, keys: Pick<Keys, 'signatures'>) {
  const prefix = isSecure ? '__Host-' : '';
  const name = `${prefix}link-browser`;
  const signedInName = `${prefix}signed-in`;
  const attributesFor = (seconds: number) =>
    `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
  const read = (request: FastifyRequest): string | undefined => {
    const mark = readCookie(request.headers.cookie, name);
    return mark && /^[\w-]{22}$/.test(mark) ? mark : undefined;
  };
  const signedInMarks = (email: string) => keys.signatures(`signed in: ${email}`);
  return {
    read,
    readOrSet(request: FastifyRequest, reply: FastifyReply): string {
      const mark = read(request) ?? randomToken(16);
      reply.header('set-cookie', `${name}=${mark}; ${attributesFor(unverifiedKeptHours * 3600)}`);
      return mark;
    },
    hasSignedIn(request: FastifyRequest, email: string): boolean {
      const mark = readCookie(request.headers.cookie, signedInName) ?? '';
      return signedInMarks(email).some((own) => isSameSecret(own, mark));
    },
    noteSignIn(reply: FastifyReply, email: string): void {
      const [mark] = signedInMarks(email);
      reply.header('set-cookie', `${signedInName}=${mark}; ${attributesFor(signedInMarkDays * 86_400)}`);
    },
    forgetSignIn(reply: FastifyReply): void {
      reply.header('set-cookie', `${signedInName}=; ${attributesFor(0)}`);
    },
  };
}

export type BrowserBindings = ReturnType<typeof createBrowserBindings>;
