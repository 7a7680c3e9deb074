import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import { toFailure } from '../http/answer-failure.ts';
import type { Levels, Metrics, OwnLevels } from '../observability/metrics.ts';

type Options = {
  metrics: Metrics;
  readLevels: () => Promise<Levels>;
  readOwnLevels: () => Promise<OwnLevels>;
  token: string | undefined;
  answersThisMachine: boolean;
};

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

/**
 * The token where one is set. Without one this machine alone, and only where no proxy stands in front: behind one on the
 * same machine everybody comes from here.
 */
function isAllowed(
  request: FastifyRequest,
  { token, answersThisMachine }: Pick<Options, 'token' | 'answersThisMachine'>,
) {
  const { headers, socket } = request;
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return answersThisMachine && isLoopback(socket.remoteAddress ?? '') && !isForwarded;
}

export function registerMetrics(
  app: FastifyInstance,
  { metrics, readLevels, readOwnLevels, ...access }: Options,
): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onError', async (_request, _reply, error) => {
    metrics.countRefusal(toFailure(error).code);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, access)) throw new Failure('NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.write(readLevels, await readOwnLevels()));
  });
}
