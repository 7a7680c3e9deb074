import type { FastifyInstance } from 'fastify';
import { isApiPath } from '#shared/contract/endpoint.ts';

/** security.md S36: everything a document may do is named; one Trusted Types policy, for constant same-origin addresses. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app',
].join('; ');

/** What carries no document needs nothing at all. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** A worker is judged by the policy of its own script; ours fetches the app's own files to keep them. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function choosePolicy(contentType: string): string {
  if (contentType.startsWith('text/html')) return contentSecurityPolicy;
  return contentType.startsWith('text/javascript') ? workerPolicy : closedPolicy;
}

const twoYearsSeconds = 63_072_000;

/** The page of magic links, with and without a token in its address. */
const isLinkPage = (url: string): boolean => /^\/verify(?:[/?]|$)/.test(url);

type Answer = { url: string; contentType: string; requestId: string; isSecure: boolean };

/** Headers of security.md S10, S35 and S43 for any answer, refusals included. */
export function securityHeadersOf({ url, contentType, requestId, isSecure }: Answer): Record<string, string> {
  const isPrivate = isApiPath(url) || url.startsWith('/metrics') || isLinkPage(url);
  return {
    'content-security-policy': choosePolicy(contentType),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    'x-frame-options': 'DENY',
    'referrer-policy': isLinkPage(url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'x-request-id': requestId,
    ...(isSecure ? { 'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains` } : {}),
    ...(isPrivate ? { 'cache-control': 'no-store' } : {}),
    ...(isLinkPage(url) ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
  };
}

export function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  app.addHook('onSend', async (request, reply) => {
    const chosen = reply.getHeader('content-security-policy');
    const contentType = String(reply.getHeader('content-type') ?? '');
    reply.headers(securityHeadersOf({ url: request.url, contentType, requestId: request.id, isSecure }));
    if (chosen !== undefined) reply.header('content-security-policy', chosen);
  });
}
