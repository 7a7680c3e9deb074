import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm';
import type { RecognisedTranscript } from '#speech/engine.ts';
import type { Db } from '../db/database.ts';
import { ledgerEntries, transcriptions, users } from '../db/schema.ts';

export type TranscriptionRow = typeof transcriptions.$inferSelect;
export type NewTranscription = typeof transcriptions.$inferInsert;

export const inFlight = ['queued', 'running'] as const;

/**
 * A recording whose Somali its owner corrected and lets us teach with, and that no second person refused: it stays until
 * that is taken back (decisions/115).
 */
export const isLesson = sql`coalesce(${transcriptions.audioKey} is not null
  and ${transcriptions.correction} ->> 'transcript' <> ${transcriptions.result} ->> 'transcript'
  and (${transcriptions.review} is null or (${transcriptions.review} ->> 'isAccepted')::boolean
    or ${transcriptions.review} ->> 'transcript' <> ${transcriptions.correction} ->> 'transcript')
  and exists (select 1 from ${users} where ${users.id} = ${transcriptions.userId} and ${users.mayTeach}), false)`;

/** One user's uploads pass one after the other from here to the end of the transaction. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/**
 * The user's own work on the same bytes that is running, done since `doneSince`, or done and never acknowledged: a phone
 * that lost its line does not pay twice.
 */
export async function findReusable(
  db: Db,
  of: { userId: string; sha256: string },
  doneSince: Date,
): Promise<TranscriptionRow | undefined> {
  const isFresh = and(
    eq(transcriptions.state, 'done'),
    or(gt(transcriptions.finishedAt, doneSince), isNull(transcriptions.acknowledgedAt)),
    ne(transcriptions.charge, 'refunded'),
  );
  const [row] = await db
    .select()
    .from(transcriptions)
    .where(
      and(
        eq(transcriptions.userId, of.userId),
        eq(transcriptions.sha256, of.sha256),
        or(inArray(transcriptions.state, [...inFlight]), isFresh),
      ),
    )
    .orderBy(desc(transcriptions.createdAt))
    .limit(1);
  return row;
}

export async function insertTranscription(tx: Db, row: NewTranscription): Promise<void> {
  await tx.insert(transcriptions).values(row);
}

/** Locked to the end of the transaction: no text is noted as sent, and no result committed, in between. */
export async function lockTranscription(tx: Db, id: string): Promise<TranscriptionRow | undefined> {
  const [row] = await tx.select().from(transcriptions).where(eq(transcriptions.id, id)).for('update');
  return row;
}

export async function readTranscription(db: Db, id: string): Promise<TranscriptionRow | undefined> {
  const [row] = await db.select().from(transcriptions).where(eq(transcriptions.id, id));
  return row;
}

/** How many wait and run, and for how long the oldest has waited. */
export async function readQueueLevels(
  db: Db,
): Promise<{ queued: number; running: number; oldestQueuedSeconds: number }> {
  const isQueued = sql`filter (where ${transcriptions.state} = 'queued')`;
  const [levels] = await db
    .select({
      queued: sql<number>`(count(*) ${isQueued})::int`,
      all: count(),
      age: sql<number>`coalesce(extract(epoch from now() - min(${transcriptions.createdAt}) ${isQueued}), 0)::float`,
    })
    .from(transcriptions)
    .where(inArray(transcriptions.state, [...inFlight]));
  const { queued = 0, all = 0, age = 0 } = levels ?? {};
  return { queued, running: all - queued, oldestQueuedSeconds: Math.max(0, age) };
}

export async function countInFlight(db: Db): Promise<number> {
  return db.$count(transcriptions, inArray(transcriptions.state, [...inFlight]));
}

/**
 * Recordings other than this one that the user began since then, by the ledger: it remembers those whose rows were deleted. Tries of the
 * same bytes do not count (security.md S51).
 */
export async function countRecentRecordings(
  db: Db,
  of: { id: string; userId: string; sha256: string },
  since: Date,
): Promise<number> {
  const recording = sql`coalesce(${transcriptions.sha256}, ${ledgerEntries.transcriptionId})`;
  const [row] = await db
    .select({ recordings: sql<number>`count(distinct ${recording})::int` })
    .from(ledgerEntries)
    .leftJoin(transcriptions, eq(transcriptions.id, ledgerEntries.transcriptionId))
    .where(
      and(
        eq(ledgerEntries.userId, of.userId),
        eq(ledgerEntries.kind, 'charge'),
        ne(ledgerEntries.transcriptionId, of.id),
        gt(ledgerEntries.createdAt, since),
        sql`${recording} <> ${of.sha256}`,
      ),
    );
  return row?.recordings ?? 0;
}

/** The user's own work that waits or runs. */
export const countInFlightOf = (db: Db, userId: string): Promise<number> =>
  db.$count(transcriptions, and(eq(transcriptions.userId, userId), inArray(transcriptions.state, [...inFlight])));

export type SavedTry = { id: string; recognised: RecognisedTranscript; uploadKey: string | null; uploadBytes: number };

/**
 * The latest try of the same bytes that ended after its transcript was saved: its translation failed (design.md §5.8), or
 * it was not taken for Somali, which only counts for `anyLanguage`: its owner was asked and wants the text.
 */
export async function findSavedTry(
  db: Db,
  of: { userId: string; sha256: string; anyLanguage: boolean },
): Promise<SavedTry | undefined> {
  const { id, userId, sha256, state, errorCode, recognised, uploadKey, uploadBytes, createdAt } = transcriptions;
  const [row] = await db
    .select({ id, recognised, uploadKey, uploadBytes })
    .from(transcriptions)
    .where(
      and(
        eq(userId, of.userId),
        eq(sha256, of.sha256),
        eq(state, 'failed'),
        isNotNull(recognised),
        of.anyLanguage ? undefined : ne(errorCode, 'NOT_SOMALI'),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1);
  return row?.recognised ? { ...row, recognised: row.recognised } : undefined;
}

/** The upload belongs to another row from now on. */
export async function giveUploadAway(tx: Db, id: string): Promise<void> {
  await tx.update(transcriptions).set({ uploadKey: null }).where(eq(transcriptions.id, id));
}

/** How many wait before this one, in the order in which workers take them. */
export async function readQueuePosition(db: Db, row: TranscriptionRow): Promise<number> {
  const { priority } = transcriptions;
  const isEarlier = lt(transcriptions.createdAt, row.createdAt);
  const [found] = await db
    .select({ before: count() })
    .from(transcriptions)
    .where(
      and(
        eq(transcriptions.state, 'queued'),
        or(lt(priority, row.priority), and(eq(priority, row.priority), isEarlier)),
      ),
    );
  return found?.before ?? 0;
}

/** Before text leaves for a client. `false` when none may: the work was deleted, or its charge was given back. */
export async function markTextSent(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(transcriptions)
    .set({ textSentAt: sql`coalesce(${transcriptions.textSentAt}, ${at.toISOString()})` })
    .where(and(eq(transcriptions.id, id), ne(transcriptions.charge, 'refunded')))
    .returning({ id: transcriptions.id });
  return rows.length > 0;
}

/** The client has the whole result. `false` when there is no such result of this user's. */
export async function acknowledgeResult(db: Db, of: { id: string; userId: string }, at: Date): Promise<boolean> {
  const rows = await db
    .update(transcriptions)
    .set({ acknowledgedAt: sql`coalesce(${transcriptions.acknowledgedAt}, ${at.toISOString()})` })
    .where(and(eq(transcriptions.id, of.id), eq(transcriptions.userId, of.userId), eq(transcriptions.state, 'done')))
    .returning({ id: transcriptions.id });
  return rows.length > 0;
}

/** Takes the charge off results of which no text left in time; of several sweepers one gets each row. */
export async function releaseUnsent(tx: Db, finishedBefore: Date): Promise<TranscriptionRow[]> {
  return tx
    .update(transcriptions)
    .set({ charge: 'refunded' })
    .where(
      and(
        eq(transcriptions.state, 'done'),
        eq(transcriptions.charge, 'charged'),
        isNull(transcriptions.textSentAt),
        isNull(transcriptions.deliveredAt),
        lt(transcriptions.finishedAt, finishedBefore),
      ),
    )
    .returning();
}

export async function listOfUser(db: Db, userId: string): Promise<TranscriptionRow[]> {
  return db
    .select()
    .from(transcriptions)
    .where(eq(transcriptions.userId, userId))
    .orderBy(asc(transcriptions.createdAt));
}

export async function deleteTranscription(tx: Db, id: string): Promise<void> {
  await tx.delete(transcriptions).where(eq(transcriptions.id, id));
}

export async function deleteCreatedBefore(tx: Db, before: Date): Promise<TranscriptionRow[]> {
  return tx
    .delete(transcriptions)
    .where(and(lt(transcriptions.createdAt, before), inArray(transcriptions.state, ['done', 'failed']), not(isLesson)))
    .returning();
}

/** Recordings that were not taken for Somali and whose owners did not want their text. */
export async function deleteDoubtedBefore(tx: Db, before: Date): Promise<TranscriptionRow[]> {
  const isDoubted = and(eq(transcriptions.state, 'failed'), eq(transcriptions.errorCode, 'NOT_SOMALI'));
  return tx
    .delete(transcriptions)
    .where(and(lt(transcriptions.createdAt, before), isDoubted))
    .returning();
}

/** Every object a row still needs. */
export async function listStorageKeys(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ upload: transcriptions.uploadKey, audio: transcriptions.audioKey })
    .from(transcriptions);
  return new Set(rows.flatMap(({ upload, audio }) => [upload, audio]).filter((key) => key !== null));
}
