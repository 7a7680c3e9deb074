import type { Clock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { claimRound, giveBackRound } from './daily-store.ts';
import type { Sweeper } from './sweep.ts';

const lookEveryMilliseconds = 60_000;
const leftoversEveryLooks = 60;
/** At night where most of our users are (UTC+3). */
const dailyAt = { hour: 2, minute: 17 };

/** The latest moment at which the daily round should have begun. */
function findDueMoment(now: Date): Date {
  const due = new Date(now);
  due.setUTCHours(dailyAt.hour, dailyAt.minute, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  return due;
}

type Dependencies = { database: Database; sweeper: Sweeper; clock: Clock; warn: (error: unknown) => void };

/**
 * What has to be done again and again. A daily round that was missed, because the machine was off, is caught up: what a
 * person was promised to be deleted does not wait for the next night.
 */
export function createUpkeep({ database, sweeper, clock, warn }: Dependencies) {
  let looks = 0;

  async function sweepWhenDue(): Promise<boolean> {
    const now = clock.now();
    if (!(await claimRound(database.db, 'sweep', { dueSince: findDueMoment(now), now }))) return false;
    await sweeper.sweep().catch(async (error: unknown) => {
      await giveBackRound(database.db, 'sweep');
      throw error;
    });
    return true;
  }

  async function look(): Promise<void> {
    looks += 1;
    await sweeper.refundUnsent();
    await sweeper.forgetEndedCounters();
    const isDaily = await sweepWhenDue();
    if (!isDaily && looks % leftoversEveryLooks === 0) await sweeper.sweepLeftovers();
  }

  return {
    sweepWhenDue,
    look,
    /** @returns a function that ends it */
    async start(): Promise<() => void> {
      // Nobody else can be at work: whatever lies about was left by a process that was killed.
      if (database.isExclusive) await sweeper.sweepLeftovers(0).catch(warn);
      const lookOrWarn = () => void look().catch(warn);
      lookOrWarn();
      const timer = setInterval(lookOrWarn, lookEveryMilliseconds);
      return () => clearInterval(timer);
    },
  };
}
