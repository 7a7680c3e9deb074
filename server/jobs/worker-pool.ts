import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Origin } from '../db/schema.ts';
import { runForRequest } from '../observability/request-context.ts';
import { inJobSpan } from '../observability/tracing.ts';
import { onWork, type WorkKind } from './work-signal.ts';

/** Finds what no signal tells of: rows whose pause before another try is over, and rows of dead workers. */
const defaultPollSeconds = 5;

type Work<J> = {
  /** How many at once. */
  concurrency: number;
  /** Takes the next row in hand, in one statement; `undefined` when none is due. */
  claim: () => Promise<J | undefined>;
  /** Ends the row, or hands it back; where it throws, the row's claim runs out by itself. */
  handle: (row: J) => Promise<void>;
};

type Loop = { take(): void; settled(): Promise<unknown> };

export type WorkerPool = {
  work<J extends { origin: Origin | null }>(kind: WorkKind, work: Work<J>): void;
  isAlive(): boolean;
  /** Takes nothing more; waits for what is in hand, no longer than `graceSeconds`. */
  stop(graceSeconds: number): Promise<void>;
};

type Options = { warn: (error: unknown) => void; pollSeconds?: number };

/**
 * Works on the rows of the database itself: there is no second list of jobs that could disagree with them.
 *
 * @example
 * const pool = await startWorkerPool(database, { warn });
 * pool.work('send-mail', { concurrency: 5, claim: () => claimMail(db), handle: outbox.deliver });
 */
export async function startWorkerPool(
  database: Database,
  { warn, pollSeconds = defaultPollSeconds }: Options,
): Promise<WorkerPool> {
  const loops = new Map<string, Loop>();
  let isRunning = true;

  function startLoop<J extends { origin: Origin | null }>(
    kind: WorkKind,
    { concurrency, claim, handle }: Work<J>,
  ): Loop {
    const inHand = new Set<Promise<void>>();
    let claiming = Promise.resolve();
    let isClaiming = false;
    let isSignalled = false;

    function begin(row: J): void {
      const { requestId, ...carrier } = row.origin ?? {};
      const run = () => inJobSpan(kind, carrier, () => handle(row));
      const done = runForRequest(requestId ? { requestId } : undefined, run)
        .catch(warn)
        .finally(() => {
          inHand.delete(done);
          take();
        });
      inHand.add(done);
    }

    async function claimAll(): Promise<void> {
      try {
        while (isRunning && isSignalled) {
          isSignalled = false;
          while (isRunning && inHand.size < concurrency) {
            const row = await claim();
            if (!row) break;
            begin(row);
          }
        }
      } catch {
        // A database that is away is told of elsewhere; the next poll finds the same rows.
      } finally {
        isClaiming = false;
      }
    }

    function take(): void {
      isSignalled = true;
      if (isClaiming) return;
      isClaiming = true;
      claiming = claimAll();
    }

    take();
    return { take, settled: () => claiming.then(() => Promise.all(inHand)) };
  }

  await onWork(database, (kind) => loops.get(kind)?.take());
  const poll = setInterval(() => {
    for (const loop of loops.values()) loop.take();
  }, pollSeconds * 1000);

  return {
    work: (kind, work) => void loops.set(kind, startLoop(kind, work)),
    isAlive: () => isRunning,
    async stop(graceSeconds) {
      isRunning = false;
      clearInterval(poll);
      const ended = Promise.all([...loops.values()].map((loop) => loop.settled()));
      const grace = new AbortController();
      await Promise.race([ended, sleep(graceSeconds * 1000, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
    },
  };
}
