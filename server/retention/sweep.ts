import type { Clock } from '../core/clock.ts';
import type { EventLog } from '../observability/event-log.ts';

/** What one part of the house clears away by itself: rows or files that have had their time. */
export type CleanUp = { name: string; run: () => Promise<number> };

type Dependencies = {
  cleanUps: readonly CleanUp[];
  /** Files that belong to no work and are older than the grace. */
  leftovers: (graceSeconds?: number) => Promise<Record<string, number>>;
  refundUnsent: () => Promise<number>;
  forgetEndedCounters: (now: Date) => Promise<void>;
  clock: Clock;
  log: EventLog;
};

/** How much of each kind went. */
export type SweepReport = Readonly<Record<string, number>>;

/** Deletes what has had its time (spec §1: about 90 days) and files that no row names. */
export function createSweeper(dependencies: Dependencies) {
  const { cleanUps, leftovers, refundUnsent, forgetEndedCounters, clock, log } = dependencies;
  return {
    sweepLeftovers: leftovers,

    /** Often, because every address that asks makes some (security.md S61). */
    forgetEndedCounters: () => forgetEndedCounters(clock.now()),

    /** Every minute: a result of which no text left in ten minutes costs nothing (design.md §5.1). */
    refundUnsent,

    /** The daily round. */
    async sweep(): Promise<SweepReport> {
      const report: Record<string, number> = {};
      for (const { name, run } of cleanUps) report[name] = await run();
      Object.assign(report, await leftovers());
      log('retention_swept', report);
      return report;
    },
  };
}

export type Sweeper = ReturnType<typeof createSweeper>;
