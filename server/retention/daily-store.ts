import { eq, lt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { dailyRounds } from '../db/schema.ts';

/** Of any number of processes that find a round due, one gets it. */
export async function claimRound(db: Db, name: string, round: { dueSince: Date; now: Date }): Promise<boolean> {
  const claimed = await db
    .insert(dailyRounds)
    .values({ name, startedAt: round.now })
    .onConflictDoUpdate({
      target: dailyRounds.name,
      set: { startedAt: round.now },
      setWhere: lt(dailyRounds.startedAt, round.dueSince),
    })
    .returning({ name: dailyRounds.name });
  return claimed.length > 0;
}

/** A round that failed is due again. */
export async function giveBackRound(db: Db, name: string): Promise<void> {
  await db
    .update(dailyRounds)
    .set({ startedAt: new Date(0) })
    .where(eq(dailyRounds.name, name));
}

/** How long ago a round last began: since 1970 after one that failed, nothing before the first. */
export async function readRoundAgeSeconds(db: Db, name: string, now: Date): Promise<number | undefined> {
  const [round] = await db.select().from(dailyRounds).where(eq(dailyRounds.name, name));
  return round && (now.getTime() - round.startedAt.getTime()) / 1000;
}
