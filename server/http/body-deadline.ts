import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';

type Options = { seconds: number; exceptUrl: string };

export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Small bodies arrive within `seconds` or are given up. Without this a client that sends one byte and stands still holds
 * its connection for ever. Uploads have timers of their own.
 */
export function limitBodyTime(app: FastifyInstance, { seconds, exceptUrl }: Options): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request) || request.routeOptions.url === exceptUrl) return payload;
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
