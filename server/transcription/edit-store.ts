import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Correction, Speakers } from '#shared/transcript.ts';
import { countRows, type Db, first, isNextDue, secondsFromNow } from '../db/database.ts';
import { type Origin, transcriptions, translationRequests } from '../db/schema.ts';
import { claimSeconds } from '../jobs/worker-pool.ts';

export type TranslationRequest = typeof translationRequests.$inferSelect;

const { id, version } = transcriptions;

type Edits = { title: string | null; correction: Correction | null; speakers: Speakers | null };

export async function saveEdits(db: Db, of: { id: string; version: number }, edits: Edits): Promise<boolean> {
  const set = { ...edits, version: sql`${version} + 1` };
  const isLatest = and(eq(id, of.id), eq(version, of.version));
  return (await countRows(db.update(transcriptions).set(set).where(isLatest).returning({ id }))) > 0;
}

const { transcriptionId } = translationRequests;
type Asked = { transcriptionId: string; version: number };
const isRequest = (of: Asked) =>
  and(eq(transcriptionId, of.transcriptionId), eq(translationRequests.version, of.version));

/** Joins what is under way for the same version; takes the place of what was asked for before. */
export async function askTranslation(tx: Db, request: Asked & { origin: Origin; createdAt: Date }): Promise<void> {
  const anew = { ...request, run: 0, claimedUntil: null, errorCode: null };
  await tx
    .insert(translationRequests)
    .values(request)
    .onConflictDoUpdate({
      target: transcriptionId,
      set: anew,
      setWhere: sql`${translationRequests.version} <> ${request.version} or ${translationRequests.errorCode} is not null`,
    });
}

export const readTranslationRequest = (db: Db, of: Asked): Promise<TranslationRequest | undefined> =>
  first(db.select().from(translationRequests).where(isRequest(of)));

/** By who asked first: the work ends where it is in hand. */
export async function withdrawTranslation(db: Db, of: Asked & { createdAt: Date }): Promise<void> {
  const { createdAt: askedAt, errorCode } = translationRequests;
  await db.delete(translationRequests).where(and(isRequest(of), eq(askedAt, of.createdAt), isNull(errorCode)));
}

/** How many requests of the same person stand before it, so that many of one person do not delay the one of another. */
const earlierOfTheSame = sql`(
  select count(*) from ${translationRequests} as earlier
  join ${transcriptions} as theirs on theirs.id = earlier.transcription_id
  join ${transcriptions} as this on this.id = ${translationRequests}.transcription_id
  where theirs.user_id = this.user_id and earlier.error_code is null
    and earlier.created_at < ${translationRequests}.created_at)`;

export function claimTranslation(db: Db): Promise<TranslationRequest | undefined> {
  const { claimedUntil, errorCode, run } = translationRequests;
  const waiting = { key: transcriptionId, claimedUntil, isWaiting: isNull(errorCode) };
  const isNext = isNextDue(db, waiting, earlierOfTheSame, translationRequests.createdAt);
  const set = { run: sql`${run} + 1`, claimedUntil: secondsFromNow(claimSeconds) };
  return first(db.update(translationRequests).set(set).where(isNext).returning());
}

const isInHand = (of: TranslationRequest) => and(isRequest(of), eq(translationRequests.run, of.run));

/** The heartbeat, or with 0 the way back into the queue. `false` when the request is no longer this run's. */
export async function holdTranslation(db: Db, of: TranslationRequest, seconds = claimSeconds): Promise<boolean> {
  const set = { claimedUntil: secondsFromNow(seconds) };
  return (await countRows(db.update(translationRequests).set(set).where(isInHand(of)).returning())) > 0;
}

export const failTranslation = (db: Db, of: TranslationRequest, errorCode: string) =>
  db.update(translationRequests).set({ errorCode }).where(isInHand(of));

export async function finishTranslation(tx: Db, of: TranslationRequest, done: Correction | undefined): Promise<void> {
  await tx.delete(translationRequests).where(isInHand(of));
  if (!done) return;
  const isLatest = and(eq(id, of.transcriptionId), eq(version, of.version));
  const set = { correction: done, version: sql`${version} + 1` };
  await tx.update(transcriptions).set(set).where(isLatest);
}
