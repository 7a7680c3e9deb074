import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Origin } from '../db/schema.ts';
import { runForRequest } from '../observability/request-context.ts';
import { type WorkKind, workChannel } from './work-signal.ts';

/** A worker that has not said for this long that it is alive is dead, and its work goes to another. */
export const claimSeconds = 12;
const heartbeatMilliseconds = 3_000;

/** Why a worker's signal ends where its process does: the row goes back into the queue. */
export const processEnds = Symbol('the process ends');

/** Finds what no signal tells of: rows whose pause before another try is over, and rows of dead workers. */
const defaultPollSeconds = 5;

type Work<J> = {
  concurrency: number;
  claim: () => Promise<J | undefined>;
  hold?: (row: J) => Promise<boolean>;
  /** Ends the row, or hands it back; where it throws, the row's claim runs out. `signal`: it is ours no longer. */
  handle: (row: J, signal: AbortSignal, place: Place) => Promise<void>;
};

export type Place = {
  /** For work that others do for it: another row is taken meanwhile. Returns what ends it, once. */
  stepAside: () => () => void;
  /** Why long work should go back into the queue where it stands: more is in hand than there are places, or the process ends. */
  isNeeded: () => typeof crowded | typeof processEnds | undefined;
};

/** Why a worker's signal ends where its place is needed: the row goes back into the queue. */
export const crowded = Symbol('the place is needed');

/** More would only wait for the same disk and processor. */
const mostAside = 2;

type Options = { warn: (error: unknown) => void; pollSeconds?: number };

function keepAlive(hold: () => Promise<boolean> | undefined) {
  const control = new AbortController();
  const timer = setInterval(async () => {
    const isOurs = await hold()?.catch(() => true);
    if (isOurs === false) control.abort();
  }, heartbeatMilliseconds);
  return { lost: control.signal, stop: () => clearInterval(timer) };
}

/** Works on the rows of the database itself: there is no second list of jobs that could disagree with them. */
export async function startWorkerPool(database: Database, { warn, pollSeconds = defaultPollSeconds }: Options) {
  const loops = new Map<string, ReturnType<typeof startLoop>>();
  const ending = new AbortController();
  let isRunning = true;

  function startLoop<J extends { origin: Origin | null }>({ concurrency, claim, hold, handle }: Work<J>) {
    const inHand = new Set<Promise<void>>();
    let aside = 0;
    let claiming = Promise.resolve();

    const place: Place = {
      stepAside() {
        if (aside >= mostAside) return () => {};
        aside += 1;
        take();
        let isAside = true;
        return () => {
          if (isAside) aside -= 1;
          isAside = false;
        };
      },
      isNeeded() {
        if (!isRunning) return processEnds;
        return inHand.size - aside > concurrency ? crowded : undefined;
      },
    };

    function begin(row: J): void {
      const heart = keepAlive(() => hold?.(row));
      const signal = AbortSignal.any([ending.signal, heart.lost]);
      const done = runForRequest(row.origin ?? {}, () => handle(row, signal, place))
        .catch(warn)
        .finally(() => {
          heart.stop();
          inHand.delete(done);
          take();
        });
      inHand.add(done);
    }

    async function claimAll(): Promise<void> {
      try {
        while (isRunning && inHand.size - aside < concurrency) {
          const row = await claim();
          if (!row) return;
          begin(row);
        }
      } catch {
        // A database that is away is told of elsewhere; the next poll finds the same rows.
      }
    }

    function take(): void {
      claiming = claiming.then(claimAll);
    }

    take();
    return { take, settled: () => claiming.then(() => Promise.all(inHand)) };
  }

  await database.listen(workChannel, (kind) => loops.get(kind)?.take());
  const poll = setInterval(() => {
    for (const loop of loops.values()) loop.take();
  }, pollSeconds * 1000);

  return {
    work<J extends { origin: Origin | null }>(kind: WorkKind, work: Work<J>): void {
      loops.set(kind, startLoop(work));
    },
    requeue: () => ending.abort(processEnds),
    async stop(graceSeconds: number): Promise<void> {
      isRunning = false;
      clearInterval(poll);
      const ended = Promise.all([...loops.values()].map((loop) => loop.settled()));
      const grace = new AbortController();
      await Promise.race([ended, sleep(graceSeconds * 1000, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
    },
  };
}
