import type { FastifyInstance } from 'fastify';

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

/** Headers of security.md S10, S35 and S43 on every answer, refusals included. */
export function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', choosePolicy(String(reply.getHeader('content-type') ?? '')));
    }
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
      'x-frame-options': 'DENY',
      'referrer-policy': isLinkPage(request.url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
      'x-request-id': request.id,
    });
    if (isSecure) reply.header('strict-transport-security', `max-age=${twoYearsSeconds}; includeSubDomains`);
    if (request.url.startsWith('/api/') || request.url.startsWith('/metrics'))
      reply.header('cache-control', 'no-store');
    if (isLinkPage(request.url)) {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    }
  });
}
