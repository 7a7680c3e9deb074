import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath } from '#shared/contract/endpoint.ts';
import { apiBasePath } from '#shared/limits.ts';
import { Failure } from '../core/failure.ts';
import { answerFailure, describeFailure } from './answer-failure.ts';
import { lingerSeconds } from './request-bodies.ts';
import { securityHeadersOf } from './security-headers.ts';

const json = 'application/json; charset=utf-8';

/** A page that answers as for any link that is wrong, or any address that is no page of ours. */
function pageInstead(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return path.startsWith('/verify') ? `/verify/unreadable${search}` : '/unreadable';
}

/** An address that the router cannot read and no hook sees: people get a page, programs the contract's refusal. */
export const createUnreadableAddressAnswer =
  (isSecure: boolean) =>
  (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { url, id, method } = request;
    reply.headers(securityHeadersOf({ url, contentType: json, requestId: id, isSecure }));
    const isPage = (method === 'GET' || method === 'HEAD') && !isApiPath(url);
    if (isPage) void reply.redirect(pageInstead(url), 302);
    else
      answerFailure(new Failure(url.startsWith(`${apiBasePath}/auth/`) ? 'LINK_INVALID' : 'NOT_FOUND'), request, reply);
  };

const statusOfParserError: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What is no HTTP at all, or too much of it: answered on the bare connection, in the contract's shape. */
export const createParserErrorAnswer =
  (isSecure: boolean) =>
  ({ code = '' }: { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
    const status = statusOfParserError[code] ?? 400;
    const requestId = randomUUID();
    const body = JSON.stringify(describeFailure(new Failure('BAD_REQUEST'), 'en', requestId));
    const headers = {
      ...securityHeadersOf({ url: `${apiBasePath}/`, contentType: json, requestId, isSecure }),
      'content-type': json,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    // A client that neither reads nor hangs up would keep the connection for ever.
    setTimeout(() => socket.destroy(), lingerSeconds * 1000).unref();
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
  };
