import { desc, sql } from 'drizzle-orm';
import { maxAudioSeconds } from '#shared/limits.ts';
import type { SpeechEngineState } from '#shared/transcript.ts';
import { countRows, type Db, secondsFromNow } from '../db/database.ts';
import { workers } from '../db/schema.ts';

export type WorkerReport = { id: string; engine: SpeechEngineState };

const silentFor = (seconds: number) => sql`${workers.seenAt} < ${secondsFromNow(-seconds)}`;

export async function saveWorkerReport(db: Db, report: WorkerReport): Promise<void> {
  const row = { ...report, maxAudioSeconds, seenAt: secondsFromNow(0) };
  await db.insert(workers).values(row).onConflictDoUpdate({ target: workers.id, set: row });
}

export async function readWorkerReports(db: Db, seconds: number): Promise<WorkerReport[]> {
  return db
    .select()
    .from(workers)
    .where(sql`not ${silentFor(seconds)}`)
    .orderBy(desc(workers.seenAt));
}

export const deleteWorkerReport = (db: Db, id: string) => db.delete(workers).where(sql`${workers.id} = ${id}`);

export async function deleteSilentWorkers(db: Db, seconds: number): Promise<number> {
  return countRows(db.delete(workers).where(silentFor(seconds)).returning({ id: workers.id }));
}
