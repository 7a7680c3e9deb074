import { eq, sql } from 'drizzle-orm';
import { addSeconds, clockSkewSeconds } from '../core/clock.ts';
import { type Db, first } from '../db/database.ts';
import { scheduledTasks } from '../db/schema.ts';

/** Of any number of processes that find a task due, one gets it. A beginning that lies ahead is a clock's that ran wrong. */
export async function claimTask(db: Db, name: string, due: { dueSince: Date; now: Date }): Promise<boolean> {
  const { startedAt } = scheduledTasks;
  const latest = addSeconds(due.now, clockSkewSeconds).toISOString();
  const claimed = await db
    .insert(scheduledTasks)
    .values({ name, startedAt: due.now })
    .onConflictDoUpdate({
      target: scheduledTasks.name,
      set: { startedAt: due.now },
      setWhere: sql`${startedAt} < ${due.dueSince.toISOString()} or ${startedAt} > ${latest}`,
    })
    .returning({ name: scheduledTasks.name });
  return claimed.length > 0;
}

/** A task that failed is due again. */
export async function releaseTask(db: Db, name: string): Promise<void> {
  await db
    .update(scheduledTasks)
    .set({ startedAt: new Date(0) })
    .where(eq(scheduledTasks.name, name));
}

/** How long ago a task last began: since 1970 after one that failed, nothing before the first. */
export async function readTaskAgeSeconds(db: Db, name: string, now: Date): Promise<number | undefined> {
  const task = await first(db.select().from(scheduledTasks).where(eq(scheduledTasks.name, name)));
  return task && (now.getTime() - task.startedAt.getTime()) / 1000;
}
