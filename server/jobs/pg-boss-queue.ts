import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { currentRequest, type RequestContext, runForRequest } from '../observability/request-context.ts';
import { carryTrace, inJobSpan, type TraceCarrier } from '../observability/tracing.ts';
import type { JobName, JobQueue, Jobs } from './job-queue.ts';
import { watchUnannounced } from './watch-unannounced.ts';

type QueueSettings = Parameters<PgBoss['createQueue']>[1];

/** A worker that dies stops its heartbeat, and its job goes to another after 10 to 15 seconds. */
const common = {
  notify: true,
  deleteAfterSeconds: 3600,
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  retryBackoff: true,
  retryDelay: 1,
} as const;

const queues: Record<JobName, QueueSettings> = {
  'send-mail': { ...common, retryLimit: 60, retryDelayMax: 300 },
  'transcribe-given-up': { ...common, retryLimit: 100, retryDelayMax: 60 },
  transcribe: { ...common, retryLimit: 8, retryDelayMax: 10, deadLetter: 'transcribe-given-up' },
};

const names = ['transcribe-given-up', 'send-mail', 'transcribe'] as const satisfies JobName[];

/** New jobs announce themselves; looking finds those that are due again, and those of dead workers. */
const defaultLookEverySeconds = 5;

/** Each worker's own look: only where both the announcement and the common look have failed. */
const workerLookEverySeconds = 600;

/**
 * Each round reads the whole table of jobs, so the finished ones must not pile up there, and it costs twenty statements:
 * one look tells whether a round is needed before its time.
 */
const upkeep = {
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 4,
  maintenanceIntervalSeconds: 600,
  queueCacheIntervalSeconds: 600,
} as const;

/** Care for what we do not use, or leave to the database's own: each of these asks it something every few seconds. */
const unused = { monitorVacuum: false, reindex: false, flowIntervalSeconds: 3600 } as const;

type Options = { isWorker: boolean; warn: (error: unknown) => void; lookEverySeconds?: number };

/** What a process that died had in hand, at once: there is no other that could still be at it. */
async function releaseJobs(boss: PgBoss): Promise<void> {
  for (const name of Object.keys(queues)) {
    const active = (await boss.findJobs(name)).filter((job) => job.state === 'active');
    for (const job of active) await boss.fail(name, job.id);
  }
}

/** After a job it looks for the next one at once. */
async function addWorker<N extends JobName>(boss: PgBoss, name: N, handle: (data: Jobs[N]) => Promise<void>) {
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: workerLookEverySeconds,
    notifyPollingIntervalSeconds: workerLookEverySeconds,
  };
  const id: string = await boss.work<Jobs[N] & Partial<RequestContext> & TraceCarrier>(name, options, async ([job]) => {
    try {
      if (!job) return;
      const { requestId } = job.data;
      const work = () => inJobSpan(name, job.data, () => handle(job.data));
      await runForRequest(requestId ? { requestId } : undefined, work);
    } finally {
      boss.notifyWorker(id);
    }
  });
  return id;
}

export async function startJobQueue(
  database: Database,
  { isWorker, warn, lookEverySeconds = defaultLookEverySeconds }: Options,
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...database.queueOptions,
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: false,
    ...upkeep,
    notifyHeartbeatIntervalMs: 15_000,
    ...unused,
  });
  boss.on('error', warn);
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, queues[name]);
    // Fills the library's cache of queues: a look-up inside a transaction would wait for itself on the embedded database.
    await boss.cancel(name, randomUUID());
  }
  if (isWorker && database.isExclusive) await releaseJobs(boss);
  let isRunning = true;
  const ids: Record<JobName, string[]> = { 'send-mail': [], transcribe: [], 'transcribe-given-up': [] };
  const wake = (name: JobName) => {
    for (const id of ids[name]) boss.notifyWorker(id);
  };
  const watch = { names, everySeconds: lookEverySeconds, onDue: wake, onLost: () => boss.supervise() };
  const endWatch = isWorker ? watchUnannounced(database, watch) : undefined;

  return {
    async enqueue(tx, name, data, turn = 0) {
      await boss.send(
        name,
        { ...data, ...currentRequest(), ...carryTrace() },
        {
          priority: -turn,
          db: fromDrizzle({ execute: async (query) => tx.execute(query as SQL) as Promise<{ rows: unknown[] }> }, sql),
        },
      );
    },
    async work(name, concurrency, handle) {
      // One registration for each, because only its own id wakes it.
      for (let count = 0; count < concurrency; count += 1) ids[name].push(await addWorker(boss, name, handle));
    },
    isAlive: () => isRunning,
    async stop(graceSeconds) {
      isRunning = false;
      endWatch?.();
      await boss.stop({ graceful: graceSeconds > 0, timeout: Math.max(1, graceSeconds) * 1000 });
    },
  };
}
