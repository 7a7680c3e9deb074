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

/**
 * An address that cannot be decoded, or is too long for its route: the router never gets to our hooks with it. People see
 * a page; programs the contract's refusal.
 */
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

type ParserError = Error & { code?: string; rawPacket?: unknown };

const statusOf = ({ code }: ParserError): number => {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
};

/** The address in the first line of a request that could not be read. */
function readAddress(packet: unknown): string {
  const [, url = ''] = /^\S+ (\S+) HTTP\//.exec(Buffer.isBuffer(packet) ? packet.toString('latin1') : '') ?? [];
  return url;
}

/** What is no HTTP at all, or too much of it: answered on the bare connection, in the contract's shape. */
export const createParserErrorAnswer =
  (isSecure: boolean, listMethods: (url: string) => string) =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
    // A method that HTTP does not know; the address behind it may be one of ours.
    const allowed = error.code === 'HPE_INVALID_METHOD' ? listMethods(readAddress(error.rawPacket)) : '';
    const failure = new Failure(allowed === '' ? 'BAD_REQUEST' : 'METHOD_NOT_ALLOWED');
    const status = allowed === '' ? statusOf(error) : failure.status;
    const requestId = randomUUID();
    const body = JSON.stringify(describeFailure(failure, 'en', requestId));
    const headers = {
      ...securityHeadersOf({ url: `${apiBasePath}/`, contentType: json, requestId, isSecure }),
      'content-type': json,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...(allowed !== '' && { allow: allowed }),
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    // A client that neither reads nor hangs up would keep the connection for ever.
    setTimeout(() => socket.destroy(), lingerSeconds * 1000).unref();
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
  };
