import type { Clock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { claimTask, releaseTask } from './scheduled-task-store.ts';
import type { Sweeper } from './sweeper.ts';

const tickMilliseconds = 60_000;
const orphansEveryTicks = 60;
/** At night where most of our users are (UTC+3). */
const dailyAt = { hour: 2, minute: 17 };

/** The latest moment at which the daily sweep should have begun. */
function findDueMoment(now: Date): Date {
  const due = new Date(now);
  due.setUTCHours(dailyAt.hour, dailyAt.minute, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  return due;
}

type SchedulerParts = { database: Database; sweeper: Sweeper; clock: Clock; warn: (error: unknown) => void };

/**
 * What has to be done again and again. A daily sweep that was missed, because the machine was off, is caught up: what a
 * person was promised to be deleted does not wait for the next night.
 */
export function createScheduler({ database, sweeper, clock, warn }: SchedulerParts) {
  let ticks = 0;

  async function sweepWhenDue(): Promise<boolean> {
    const now = clock.now();
    if (!(await claimTask(database.db, 'sweep', { dueSince: findDueMoment(now), now }))) return false;
    await sweeper.sweep().catch(async (error: unknown) => {
      await releaseTask(database.db, 'sweep');
      throw error;
    });
    return true;
  }

  async function tick(): Promise<void> {
    ticks += 1;
    await sweeper.refundUnsent();
    await sweeper.forgetEndedCounters();
    const isDaily = await sweepWhenDue();
    if (!isDaily && ticks % orphansEveryTicks === 0) await sweeper.deleteOrphans();
    // Last: a file that cannot be removed keeps nothing else from its turn.
    await sweeper.finishRemovals();
  }

  return {
    sweepWhenDue,
    tick,
    /** @returns a function that ends it */
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
