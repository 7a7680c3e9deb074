import { and, asc, count, eq, isNotNull, or, sql } from 'drizzle-orm';
import { highConfidenceFrom, mediumConfidenceFrom } from '#shared/limits.ts';
import { type Db, first } from '../db/database.ts';
import { type Review, transcriptions, users } from '../db/schema.ts';
import { isOfPerson, isTrainingExample } from '../transcription/store.ts';

const { result, correction, review } = transcriptions;

/** Spec §4: confidence bands on the 0–10 scale. */
const score = sql`(${result} ->> 'transcriptConfidence')::float`;
const band = sql<string>`case when ${score} >= ${sql.raw(String(highConfidenceFrom))} then 'high'
  when ${score} >= ${sql.raw(String(mediumConfidenceFrom))} then 'medium'
  when ${score} is not null then 'low' else 'unknown' end`;

type Rating = { id: string; userId: string; isRight: boolean };

export async function saveRating(db: Db, { id, userId, isRight }: Rating): Promise<string | undefined> {
  const isOwn = and(eq(transcriptions.id, id), eq(transcriptions.userId, userId), isOfPerson);
  const isIt = and(isOwn, eq(transcriptions.state, 'done'));
  const rated = db.update(transcriptions).set({ wasRight: isRight }).where(isIt);
  return (await first(rated.returning({ band })))?.band;
}

export async function countRatings(db: Db): Promise<Record<string, number>> {
  const isCorrected = sql`${correction} ->> 'transcript' <> ${result} ->> 'transcript'`;
  const answer = sql<string>`${band} || case when ${isCorrected} then ' corrected'
    when ${transcriptions.wasRight} then ' right' else ' wrong' end`;
  const rows = await db
    .select({ answer, count: count() })
    .from(transcriptions)
    .where(and(isOfPerson, or(isNotNull(transcriptions.wasRight), isCorrected)))
    .groupBy(answer)
    .orderBy(answer);
  return Object.fromEntries(rows.map((row) => [row.answer, row.count]));
}

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
