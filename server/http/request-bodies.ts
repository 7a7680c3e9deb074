import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import type { Config } from '../config/config.ts';
import { Failure } from '../core/failure.ts';

export type UploadConfig = Pick<Config, 'maxUploadBytes' | 'uploadIdleSeconds' | 'uploadTotalSeconds'>;

const uploadPaths = new Set(Object.values(endpoints).flatMap((each) => (each.form ? [pathOf(each)] : [])));
const isUploadPath = (path: string | undefined): boolean => uploadPaths.has(path ?? '');

/** JSON bodies, small; none at all is fine even with a JSON content type, as the calls of spec §7 without a body send it. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body).trim();
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch (error) {
      done(new Failure('BAD_REQUEST', { cause: error }));
    }
  });
}

const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Small bodies arrive within `seconds` or are given up; uploads have timers of their own. */
export function limitBodyTime(app: FastifyInstance, seconds: number): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request) || isUploadPath(request.routeOptions.url)) return payload;
    const body = new PassThrough();
    // Where nothing reads the body, nothing else would hear it end.
    body.on('error', () => {});
    const timer = setTimeout(() => body.destroy(new Failure('BODY_STALLED')), seconds * 1000);
    body.once('close', () => clearTimeout(timer));
    payload.once('error', (error) => body.destroy(error));
    payload.once('aborted', () => body.destroy(new Failure('BAD_REQUEST')));
    return payload.pipe(body);
  });
}

const waiting = new WeakSet<IncomingMessage>();

/** Lets a client that asked first (`Expect: 100-continue`) send its body now. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Time for an answer to reach a client that is still sending, and for the client to hang up. */
export const lingerSeconds = 5;
/** How long a refused upload may go on arriving where its sender has no session. */
const strangerSeconds = 30;

/** Node closes at once, and with bytes unread that resets: a client in the middle of a write would miss the answer. */
function lingerAfterAnswer(socket: Socket, idleSeconds: number, totalSeconds: number): void {
  socket.destroySoon = () => {
    socket.end();
    socket.setTimeout(idleSeconds * 1000, () => socket.destroy());
    setTimeout(() => socket.destroy(), totalSeconds * 1000).unref();
  };
}

/** Refuses before the body where the client asks; one that comes anyway runs dry, or browsers would show no answer. */
export function manageUnreadBodies(app: FastifyInstance, config: UploadConfig): void {
  const { maxUploadBytes, uploadIdleSeconds, uploadTotalSeconds } = config;
  const isUpload = (request: { url: string }) => isUploadPath(request.url.split('?')[0]);
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isUpload(request)) askForBody(request.raw, reply.raw);
  });
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    // The request lets go of its socket when a transfer is given up; the answer still has it.
    const { socket } = reply.raw;
    if (!socket || raw.complete || !hasBody(request)) return;
    reply.header('connection', 'close');
    const mayRunDry = isUpload(request) && Number(raw.headers['content-length']) <= maxUploadBytes && !raw.destroyed;
    const runSeconds = reply.statusCode === 401 ? Math.min(strangerSeconds, uploadTotalSeconds) : uploadTotalSeconds;
    if (!waiting.has(raw)) lingerAfterAnswer(socket, uploadIdleSeconds, mayRunDry ? runSeconds : lingerSeconds);
  });
}
