import type { Clock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import type { Sweeper } from './sweeper.ts';

const tickMilliseconds = 60_000;
const sweepEveryTicks = 60;

type SchedulerParts = { database: Database; sweeper: Sweeper; clock: Clock; warn: (error: unknown) => void };

/** Run by every process: a sweep deletes nothing twice, and one at the start catches up what was missed. */
export function createScheduler({ database, sweeper, clock, warn }: SchedulerParts) {
  let ticks = 0;
  let sweptAt = clock.now();

  async function tick(): Promise<void> {
    await sweeper.refundUnsent();
    await sweeper.forgetEndedCounters();
    if (ticks % sweepEveryTicks === 0) {
      await sweeper.sweep();
      sweptAt = clock.now();
    }
    // Not after a sweep that failed: it is tried again with the next tick.
    ticks += 1;
  }

  return {
    tick,
    secondsSinceSweep: () => (clock.now().getTime() - sweptAt.getTime()) / 1000,
    async start(): Promise<() => void> {
      // No other process can be at work: these files were left by one that was killed.
      if (database.isExclusive) await sweeper.deleteOrphans(0).catch(warn);
      const tickOrWarn = () => void tick().catch(warn);
      tickOrWarn();
      const timer = setInterval(tickOrWarn, tickMilliseconds);
      return () => clearInterval(timer);
    },
  };
}
