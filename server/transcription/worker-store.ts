import { desc, gt, lt } from 'drizzle-orm';
import type { SpeechEngineState } from '#speech/engine.ts';
import type { Db } from '../db/database.ts';
import { workers } from '../db/schema.ts';

export type WorkerReport = { id: string; engine: SpeechEngineState; maxAudioSeconds: number; seenAt: Date };

export async function saveWorkerReport(db: Db, report: WorkerReport): Promise<void> {
  const { engine, maxAudioSeconds, seenAt } = report;
  await db
    .insert(workers)
    .values(report)
    .onConflictDoUpdate({ target: workers.id, set: { engine, maxAudioSeconds, seenAt } });
}

export async function readWorkerReports(db: Db, seenSince: Date): Promise<WorkerReport[]> {
  return db.select().from(workers).where(gt(workers.seenAt, seenSince)).orderBy(desc(workers.seenAt));
}

export async function deleteSilentWorkers(db: Db, seenBefore: Date): Promise<void> {
  await db.delete(workers).where(lt(workers.seenAt, seenBefore));
}
