import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventFields, EventName } from './events.ts';
import table from './metrics.json' with { type: 'json' };

/** What is read anew from the database for each scrape; nothing of the sweep before the first. */
export type Levels = Record<keyof typeof table.levels, number | undefined>;
export type OwnLevels = { pool: Record<string, number> | undefined; freeBytes: number | undefined };

const makeAll = <N extends string, Row, M>(rows: Record<N, Row>, make: (name: string, row: Row) => M) =>
  Object.fromEntries(Object.entries<Row>(rows).map(([name, row]) => [name, make(name, row)])) as Record<N, M>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counters = makeAll(
    table.counters,
    (name, { help, labels }) => new Counter({ name: `somalispeak_${name}_total`, help, labelNames: labels, registers }),
  );
  const histograms = makeAll(
    table.histograms,
    (name, { help, labels, buckets }) =>
      new Histogram({ name: `somalispeak_${name}`, help, labelNames: labels, buckets, registers }),
  );
  const makeGauge = (name: string, { help, labels }: { help: string; labels: string[] }) =>
    new Gauge({ name: `somalispeak_${name}`, help, labelNames: labels, registers });
  const gauges = makeAll(table.gauges, makeGauge);
  const levelGauges = makeAll(table.levels, makeGauge);
  // A counter that is not there before its first event has not grown by it: the alert would stay silent.
  counters.events.inc({ event: 'daily_mail_cap_reached' satisfies EventName }, 0);

  const readers: Partial<Record<EventName, (fields: EventFields) => void>> = {
    attempt_charged: () => counters.ledger_changes.inc({ kind: 'charge' }),
    attempt_refunded: () => counters.ledger_changes.inc({ kind: 'refund' }),
    attempts_granted: () => counters.ledger_changes.inc({ kind: 'grant' }),
    result_rated: ({ band, isRight }) => counters.result_ratings.inc({ band: String(band), right: String(isRight) }),
    link_sent: () => counters.mails.inc({ outcome: 'sent' }),
    mail_failed: ({ isFinal }) => counters.mails.inc({ outcome: isFinal ? 'refused' : 'deferred' }),
    transcription_failed: ({ code }) => counters.transcriptions.inc({ outcome: String(code) }),
    transcription_finished: ({ seconds, workSeconds: work }) => {
      counters.transcriptions.inc({ outcome: 'done' });
      if (Number(seconds) > 0) histograms.real_time_factor.observe(Number(work) / Number(seconds));
    },
  };

  return {
    contentType: registry.contentType,
    countEvent(event: EventName, fields: EventFields = {}): void {
      counters.events.inc({ event });
      readers[event]?.(fields);
    },
    countRequest(route: string, status: number, seconds: number): void {
      counters.requests.inc({ route, status });
      histograms.request_duration_seconds.observe({ route }, seconds);
    },
    countRefusal: (code: string) => counters.refusals.inc({ code }),
    observeWait: (seconds: number) => histograms.queue_wait_seconds.observe(seconds),
    observeStage: (stage: string, seconds: number) => histograms.stage_duration_seconds.observe({ stage }, seconds),
    showDependency: (dependency: string, isUp: boolean) => gauges.dependency_up.set({ dependency }, Number(isUp)),
    /** A database that is away is told of in the answer, not by an answer that fails. */
    async write(readLevels: () => Promise<Levels>, { pool, freeBytes }: OwnLevels): Promise<string> {
      if (freeBytes !== undefined) gauges.disk_free_bytes.set(freeBytes);
      for (const [state, count] of Object.entries(pool ?? {})) gauges.database_pool_connections.set({ state }, count);
      const levels: Partial<Levels> | undefined = await readLevels().catch(() => undefined);
      gauges.dependency_up.set({ dependency: 'database' }, Number(levels !== undefined));
      for (const [name, gauge] of Object.entries(levelGauges)) {
        const level = levels?.[name as keyof Levels];
        // What cannot be read now must not look like what was read before.
        if (level === undefined) gauge.remove();
        else gauge.set(level);
      }
      return registry.metrics();
    },
    close: () => registry.clear(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
