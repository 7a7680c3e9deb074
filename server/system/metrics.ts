import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventName } from '../event-log.ts';
import { Failure } from '../failure.ts';

type Gauges = () => Promise<Record<string, number>>;

/** Counts of events and requests since the start, in the text form Prometheus reads. */
export function createMetrics() {
  const counts = new Map<string, number>();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const add = (series: string) => counts.set(series, (counts.get(series) ?? 0) + 1);
  return {
    countEvent: (event: EventName) => add(`somalispeak_events_total{event="${event}"}`),
    countRequest: (route: string, status: number) =>
      add(`somalispeak_requests_total{route="${route}",status="${status}"}`),
    write(gauges: Record<string, number>): string {
      const memory = process.memoryUsage().rss;
      const lag = delay.percentile(99) / 1e9;
      const all: Record<string, number> = {
        ...Object.fromEntries(counts),
        ...gauges,
        somalispeak_memory_bytes: memory,
        somalispeak_event_loop_delay_p99_seconds: lag,
      };
      return Object.entries(all)
        .map(([series, value]) => `${series} ${value}\n`)
        .join('');
    },
    close: () => delay.disable(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

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

type Options = { metrics: Metrics; gauges: Gauges; token: string | undefined; answersThisMachine: boolean };

export function registerMetrics(app: FastifyInstance, { metrics, gauges, ...access }: Options): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', reply.statusCode);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, access)) throw new Failure('NOT_FOUND');
    return reply.type('text/plain; version=0.0.4').send(metrics.write(await gauges()));
  });
}
