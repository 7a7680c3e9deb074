import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './body-deadline.ts';

/** Time for an answer to reach a client that is still sending, and for the client to hang up. */
const lingerSeconds = 5;

const waiting = new WeakSet<IncomingMessage>();

/** Lets a client that asked first (`Expect: 100-continue`) send its body now. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

type Options = { uploadUrl: string; maxBytes: number; idleSeconds: number; totalSeconds: number };

/** Cuts a connection off whose body nobody reads, once it stands still or has had its time. */
function drainInTime(body: IncomingMessage, socket: Socket, { idleSeconds, totalSeconds }: Options): void {
  let seenBytes = socket.bytesRead;
  const idle = setInterval(() => {
    if (socket.bytesRead === seenBytes) socket.destroy();
    seenBytes = socket.bytesRead;
  }, idleSeconds * 1000);
  const total = setTimeout(() => socket.destroy(), totalSeconds * 1000);
  body.once('close', () => {
    clearInterval(idle);
    clearTimeout(total);
  });
}

/**
 * Ends our half of the connection after the answer and leaves the rest to the client. Node would close it at once, and
 * closing with bytes unread resets it: a client in the middle of a write would meet a broken pipe in place of the answer.
 */
function lingerAfterAnswer(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerSeconds * 1000).unref();
  };
}

/**
 * Refusals reach the client before its body is sent, where it asks first. Of an upload that travels anyway, one of allowed
 * size is left to run dry, because browsers show a cut connection instead of the answer; anything else is cut off.
 */
export function manageUnreadBodies(app: FastifyInstance, options: Options): void {
  const isUpload = (request: { url: string }) => request.url.split('?')[0] === options.uploadUrl;
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
    const declared = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const isAsking = waiting.has(raw);
    if (isUpload(request) && declared <= options.maxBytes && !isAsking && !raw.destroyed) {
      return drainInTime(raw, socket, options);
    }
    reply.header('connection', 'close');
    if (!isAsking) lingerAfterAnswer(socket);
  });
}
