import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type Review, transcriptions, users } from '../db/schema.ts';
import { isTrainingExample } from '../transcription/store.ts';

const { result, correction, review } = transcriptions;

export async function listTrainingExamples(db: Db) {
  const rows = await db
    .select({
      id: transcriptions.id,
      speaker: users.speaker,
      audioKey: transcriptions.audioKey,
      seconds: transcriptions.durationSeconds,
      heard: sql<string>`${result} ->> 'transcript'`,
      english: sql<string>`${result} ->> 'translation'`,
      correction,
      review,
    })
    .from(transcriptions)
    .innerJoin(users, eq(users.id, transcriptions.userId))
    .where(isTrainingExample)
    .orderBy(asc(transcriptions.createdAt), asc(transcriptions.id));
  return rows.flatMap(({ audioKey, speaker, correction: corrected, ...row }) => {
    if (audioKey === null || corrected === null || speaker === null) return [];
    const isChecked = row.review?.transcript === corrected.transcript;
    return { ...row, audioKey, speaker, correction: corrected, isChecked };
  });
}
export type TrainingExample = Awaited<ReturnType<typeof listTrainingExamples>>[number];

export const saveReview = (db: Db, id: string, given: Review) =>
  db.update(transcriptions).set({ review: given }).where(eq(transcriptions.id, id));
