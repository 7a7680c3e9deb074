import { eq, sql } from 'drizzle-orm';
import { type Db, secondsFromNow } from '../db/database.ts';
import { folderMarks } from '../db/schema.ts';

/** Longer than web processes take from one mark to the next. */
const freshSeconds = 600;

export async function writeMark(db: Db, id: string): Promise<void> {
  const seenAt = secondsFromNow(0);
  await db.insert(folderMarks).values({ id, seenAt }).onConflictDoUpdate({ target: folderMarks.id, set: { seenAt } });
  await db.delete(folderMarks).where(sql`${folderMarks.seenAt} < ${secondsFromNow(-freshSeconds)}`);
}

export async function readFreshMarks(db: Db): Promise<string[]> {
  const marks = db.select({ id: folderMarks.id }).from(folderMarks);
  const fresh = await marks.where(sql`${folderMarks.seenAt} > ${secondsFromNow(-freshSeconds)}`);
  return fresh.map(({ id }) => id);
}

export async function forgetMark(db: Db, id: string): Promise<void> {
  await db.delete(folderMarks).where(eq(folderMarks.id, id));
}
