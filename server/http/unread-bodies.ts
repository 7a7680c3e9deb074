import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Time for an answer to reach a client that is still sending. */
const lingerMilliseconds = 500;

const waiting = new WeakSet<IncomingMessage>();

/** Lets a client that asked first (`Expect: 100-continue`) send its body now. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/**
 * Refusals reach the client before its body is sent, where it asks first. Of a body that travels anyway, one of allowed
 * size is left to run dry, because browsers show a cut connection instead of the answer; anything larger is cut off.
 */
export function manageUnreadBodies(
  app: FastifyInstance,
  options: { uploadUrl: string; maxBytes: number; idleSeconds: number },
): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url !== options.uploadUrl) askForBody(request.raw, reply.raw);
  });
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    // The request lets go of its socket when a transfer is given up; the answer still has it.
    const { socket } = reply.raw;
    if (!socket || raw.complete || raw.method === 'GET' || raw.method === 'HEAD') return;
    const declared = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const isAsking = waiting.has(raw);
    if (declared <= options.maxBytes && !isAsking && !raw.destroyed) {
      socket.setTimeout(options.idleSeconds * 1000, () => socket.destroy());
      return;
    }
    reply.header('connection', 'close');
    reply.raw.once('finish', () => setTimeout(() => socket.destroy(), isAsking ? 0 : lingerMilliseconds).unref());
  });
}
