import { lt, sql } from 'drizzle-orm';
import { addSeconds, clockSkewSeconds } from '../core/clock.ts';
import type { Db } from '../db/database.ts';
import { rateCounters } from '../db/schema.ts';

/** A window that ends even later was begun by a clock that ran wrong, and is over. */
const latestEnd = (seconds: number, now: Date): Date => addSeconds(now, seconds + clockSkewSeconds);

type Counter = { count: number; endsAt: Date };
type Hit = { key: string; seconds: number; now: Date; count?: number };

/** Counts more under `key`, none where it is only asked; a window begins with its first hit and ends `seconds` later. */
export async function countHit(db: Db, { key, seconds, now, count = 1 }: Hit): Promise<Counter> {
  const endsAt = addSeconds(now, seconds);
  const isOver = sql`(${rateCounters.endsAt} <= ${now.toISOString()} or ${rateCounters.endsAt} > ${latestEnd(seconds, now).toISOString()})`;
  const [row] = await db
    .insert(rateCounters)
    .values({ key, startedAt: now, endsAt, count })
    .onConflictDoUpdate({
      target: rateCounters.key,
      set: {
        count: sql`case when ${isOver} then ${count}::int else ${rateCounters.count} + ${count}::int end`,
        startedAt: sql`case when ${isOver} then excluded.started_at else ${rateCounters.startedAt} end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateCounters.endsAt} end`,
      },
    })
    .returning({ count: rateCounters.count, endsAt: rateCounters.endsAt });
  return row ?? { count, endsAt };
}

/** Keeps the table bounded (security.md S61). */
export async function deleteEndedCounters(db: Db, now: Date): Promise<void> {
  await db.delete(rateCounters).where(lt(rateCounters.endsAt, now));
}
