import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventFields, EventName } from './event-log.ts';

const requestSeconds = [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 60, 120];
const workSeconds = [0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 900];
const realTimeFactors = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 2, 5];

/** What is read anew for each scrape. */
export type Levels = {
  transcriptions: { queued: number; running: number; oldestQueuedSeconds: number };
  mails: { waiting: number; oldestSeconds: number };
  isEngineReady: boolean;
  /** Nothing before the first sweep. */
  retentionAgeSeconds: number | undefined;
};
/** What is known without the database. */
export type OwnLevels = { pool: PoolLevels | undefined; freeBytes: number | undefined };
export type PoolLevels = { open: number; idle: number; waiting: number };

function createCounters(registers: Registry[]) {
  const count = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `somalispeak_${name}_total`, help, labelNames, registers });
  return {
    events: count('events', 'Events of the log, by name.', ['event']),
    requests: count('requests', 'Answered requests, by route and status.', ['route', 'status']),
    refusals: count('refusals', 'Requests that were refused or failed, by the code people are told.', ['code']),
    transcriptions: count('transcriptions', 'Recordings worked to their end: done, or the code of the failure.', [
      'outcome',
    ]),
    mails: count('mails', 'Mails by what came of a try: sent, deferred (tried again) or refused for good.', [
      'outcome',
    ]),
    ratings: count('result_ratings', 'Answers to "Was this right?", by the band of confidence that was shown.', [
      'band',
      'right',
    ]),
    ledger: count('ledger_changes', 'Attempts that were granted, charged or refunded.', ['kind']),
  };
}

function createHistograms(registers: Registry[]) {
  const observe = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: `somalispeak_${name}`, help, labelNames, buckets, registers });
  return {
    requests: observe('request_duration_seconds', 'Time to answer, by route.', ['route'], requestSeconds),
    waiting: observe('queue_wait_seconds', 'Time a recording waited for a worker.', [], workSeconds),
    stages: observe('stage_duration_seconds', 'Time of each stage of the engine.', ['stage'], workSeconds),
    speed: observe('real_time_factor', 'Time of the work divided by the length of the recording.', [], realTimeFactors),
  };
}

function createGauges(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `somalispeak_${name}`, help, labelNames, registers });
  return {
    up: gauge('dependency_up', 'Whether a part we lean on answered at the last look: 1 or 0.', ['dependency']),
    inFlight: gauge('transcriptions_in_flight', 'Recordings that wait or are worked on.'),
    queued: gauge('transcriptions_queued', 'Recordings that wait for a worker.'),
    oldest: gauge('queue_oldest_seconds', 'How long the oldest waiting recording has waited; scale workers by this.'),
    mails: gauge('mails_waiting', 'Mails that are not sent yet.'),
    oldestMail: gauge('mails_oldest_seconds', 'How long the oldest unsent mail has waited.'),
    engine: gauge('engine_ready', 'Whether an engine is ready for recordings: 1 or 0.'),
    retention: gauge(
      'retention_age_seconds',
      'Since the last daily sweep, which deletes what has had its time, began.',
    ),
    free: gauge('disk_free_bytes', 'Room left where this process keeps DATA_DIR.'),
    pool: gauge('database_pool_connections', 'Connections of this process’s pool: open, idle, and requests waiting.', [
      'state',
    ]),
  };
}

/** Metrics of this process, in the text form that Prometheus reads. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = createCounters([registry]);
  const histograms = createHistograms([registry]);
  const gauges = createGauges([registry]);
  // A counter that is not there before its first event has not grown by it: the alert would stay silent.
  counters.events.inc({ event: 'daily_mail_cap_reached' satisfies EventName }, 0);

  const readers: Partial<Record<EventName, (fields: EventFields) => void>> = {
    attempt_charged: () => counters.ledger.inc({ kind: 'charge' }),
    attempt_refunded: () => counters.ledger.inc({ kind: 'refund' }),
    attempts_granted: () => counters.ledger.inc({ kind: 'grant' }),
    result_rated: ({ band, isRight }) => counters.ratings.inc({ band: String(band), right: String(isRight) }),
    link_sent: () => counters.mails.inc({ outcome: 'sent' }),
    mail_failed: ({ isFinal }) => counters.mails.inc({ outcome: isFinal ? 'refused' : 'deferred' }),
    transcription_failed: ({ code }) => counters.transcriptions.inc({ outcome: String(code) }),
    transcription_finished: ({ seconds, workSeconds: work }) => {
      counters.transcriptions.inc({ outcome: 'done' });
      if (Number(seconds) > 0) histograms.speed.observe(Number(work) / Number(seconds));
    },
  };

  /** What cannot be read now must not look like what was read before. */
  function showLevels(levels: Levels | undefined): void {
    const show = (gauge: Gauge, level: number | undefined) => (level === undefined ? gauge.remove() : gauge.set(level));
    const { transcriptions, mails } = levels ?? {};
    show(gauges.inFlight, transcriptions && transcriptions.queued + transcriptions.running);
    show(gauges.queued, transcriptions?.queued);
    show(gauges.oldest, transcriptions?.oldestQueuedSeconds);
    show(gauges.mails, mails?.waiting);
    show(gauges.oldestMail, mails?.oldestSeconds);
    show(gauges.engine, levels && Number(levels.isEngineReady));
    show(gauges.retention, levels?.retentionAgeSeconds);
  }

  return {
    contentType: registry.contentType,
    countEvent(event: EventName, fields: EventFields = {}): void {
      counters.events.inc({ event });
      readers[event]?.(fields);
    },
    countRequest(route: string, status: number, seconds: number): void {
      counters.requests.inc({ route, status });
      histograms.requests.observe({ route }, seconds);
    },
    countRefusal: (code: string) => counters.refusals.inc({ code }),
    observeWait: (seconds: number) => histograms.waiting.observe(seconds),
    observeStage: (stage: string, seconds: number) => histograms.stages.observe({ stage }, seconds),
    showDependency: (dependency: string, isUp: boolean) => gauges.up.set({ dependency }, Number(isUp)),
    /** A database that is away is told of in the answer, not by an answer that fails. */
    async write(readLevels: () => Promise<Levels>, { pool, freeBytes }: OwnLevels): Promise<string> {
      if (freeBytes !== undefined) gauges.free.set(freeBytes);
      for (const [state, count] of Object.entries(pool ?? {})) gauges.pool.set({ state }, count);
      const levels = await readLevels().catch(() => undefined);
      gauges.up.set({ dependency: 'database' }, Number(levels !== undefined));
      showLevels(levels);
      return registry.metrics();
    },
    close: () => registry.clear(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
