import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { currentRequest, type RequestContext, runForRequest } from '../request-context.ts';
import { carryTrace, inJobSpan, type TraceCarrier } from '../tracing.ts';
import type { JobName, JobQueue, Jobs } from './job-queue.ts';

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

/** New jobs announce themselves; looking also finds those whose pause before another try is over. */
const defaultLookEverySeconds: Record<JobName, number> = {
  'send-mail': 5,
  transcribe: 5,
  'transcribe-given-up': 30,
};

/** Care for what we do not use, or leave to the database's own: each of these asks it something every few seconds. */
const unused = { monitorVacuum: false, reindex: false, flowIntervalSeconds: 3600 } as const;

const helpersLookLessOften = 20;

/**
 * Looking for jobs of dead workers. On the embedded database every query holds up the whole process for some
 * milliseconds, and there is no other worker that could die.
 */
const superviseEverySeconds = (database: Database) => (database.isExclusive ? 30 : 6);

type Options = { isWorker: boolean; warn: (error: unknown) => void; lookEverySeconds?: Record<JobName, number> };

/** What a process that died had in hand, at once: there is no other that could still be at it. */
async function releaseJobs(boss: PgBoss): Promise<void> {
  for (const name of Object.keys(queues)) {
    const active = (await boss.findJobs(name)).filter((job) => job.state === 'active');
    for (const job of active) await boss.fail(name, job.id);
  }
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
    superviseIntervalSeconds: superviseEverySeconds(database),
    monitorIntervalSeconds: superviseEverySeconds(database) - 1,
    notifyHeartbeatIntervalMs: 15_000,
    ...unused,
  });
  boss.on('error', warn);
  await boss.start();
  for (const name of ['transcribe-given-up', 'send-mail', 'transcribe'] satisfies JobName[]) {
    await boss.createQueue(name, queues[name]);
    // Fills the library's cache of queues: a look-up inside a transaction would wait for itself on the embedded database.
    await boss.cancel(name, randomUUID());
  }
  if (isWorker && database.isExclusive) await releaseJobs(boss);
  let isRunning = true;

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
    async work<N extends JobName>(name: N, concurrency: number, handle: (data: Jobs[N]) => Promise<void>) {
      // One registration for each, because only its own id wakes it: after a job it looks for the next one at once.
      for (let count = 0; count < concurrency; count += 1) {
        // New jobs wake them all; looking for those that are due again is one's work.
        const everySeconds = lookEverySeconds[name] * (count === 0 ? 1 : helpersLookLessOften);
        const options = {
          batchSize: 1,
          pollingIntervalSeconds: everySeconds,
          notifyPollingIntervalSeconds: everySeconds,
        };
        const id: string = await boss.work<Jobs[N] & Partial<RequestContext> & TraceCarrier>(
          name,
          options,
          async ([job]) => {
            try {
              if (!job) return;
              const { requestId } = job.data;
              const work = () => inJobSpan(name, job.data, () => handle(job.data));
              await runForRequest(requestId ? { requestId } : undefined, work);
            } finally {
              boss.notifyWorker(id);
            }
          },
        );
      }
    },
    isAlive: () => isRunning,
    async stop(graceSeconds) {
      isRunning = false;
      await boss.stop({ graceful: graceSeconds > 0, timeout: Math.max(1, graceSeconds) * 1000 });
    },
  };
}
