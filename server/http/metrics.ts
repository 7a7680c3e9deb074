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

/** The token where one is set; else this machine alone, and nobody who comes through a proxy. */
function isAllowed(request: FastifyRequest, token: string | undefined): boolean {
  if (token && request.headers.authorization === `Bearer ${token}`) return true;
  return (
    isLoopback(request.ip) && isLoopback(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']
  );
}

type Options = { metrics: Metrics; gauges: Gauges; token: string | undefined };

export function registerMetrics(app: FastifyInstance, { metrics, gauges, token }: Options): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', reply.statusCode);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, token)) throw new Failure('NOT_FOUND');
    return reply.type('text/plain; version=0.0.4').send(metrics.write(await gauges()));
  });
}
