import { and, asc, count, desc, eq, gt, inArray, isNull, lt, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { longFromSeconds } from '#shared/limits.ts';
import { sampleHashes } from '#shared/samples.ts';
import { countRows, type Db, first } from '../db/database.ts';
import { ledgerEntries, transcriptionParts, transcriptions, users } from '../db/schema.ts';

export type TranscriptionRow = typeof transcriptions.$inferSelect;
/** A person's bytes, and the words to hear them with. */
export type Recording = { userId: string; sha256: string; ownWords?: string[] };
export type NewTranscription = typeof transcriptions.$inferInsert;

const { id, userId, sha256, state, charge, createdAt, priority, errorCode, finishedAt } = transcriptions;
const { uploadKey, uploadBytes, textSentAt, acknowledgedAt, savedAt } = transcriptions;
export const isInFlight = inArray(state, ['queued', 'running']);
const isRecording = (of: Recording) => and(eq(userId, of.userId), eq(sha256, of.sha256));
const isHeardWith = ({ ownWords = [] }: Recording) =>
  ownWords.length > 0 ? eq(transcriptions.ownWords, ownWords) : undefined;

/** A recording of ours tells nothing of how people speak. */
export const isOfPerson = notInArray(sha256, [...sampleHashes]);

/** Corrected, with leave to teach, and not refused by a reviewer: kept until that is taken back (decisions/115). */
export const isTrainingExample = sql`coalesce(${isOfPerson} and ${transcriptions.audioKey} is not null
  and ${transcriptions.correction} ->> 'transcript' <> ${transcriptions.result} ->> 'transcript'
  and (${transcriptions.review} is null or (${transcriptions.review} ->> 'isAccepted')::boolean
    or ${transcriptions.review} ->> 'transcript' <> ${transcriptions.correction} ->> 'transcript')
  and exists (select 1 from ${users} where ${users.id} = ${transcriptions.userId} and ${users.mayTeach}), false)`;

/** Long work that has waited for this long is as good as new: others must not keep it waiting for ever. */
const longestGivingWayMinutes = 10;
const hasBegun = sql`coalesce(${savedAt} > clock_timestamp() - make_interval(mins => ${longestGivingWayMinutes}), false)`;

/** The order in which workers take what waits: long work that has begun gives way, and goes round (decisions/060, 149). */
export const turnOrder = [hasBegun, priority, sql`coalesce(${savedAt}, ${createdAt})`];

/** To the end of the transaction one after the other for a user; before a row of theirs, or two could wait in a circle. */
export const lockUser = (tx: Db, owner: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('update');

/**
 * The user's own work on the same bytes that is running, done since `doneSince`, or done and never acknowledged: a phone
 * that lost its line does not pay twice. A result that was heard with other words than are given now does not count.
 */
export function findReusable(db: Db, of: Recording, doneSince: Date): Promise<TranscriptionRow | undefined> {
  const isFresh = or(gt(finishedAt, doneSince), isNull(acknowledgedAt));
  const isDone = and(eq(state, 'done'), isFresh, ne(charge, 'refunded'));
  const isIt = and(isRecording(of), or(isInFlight, and(isDone, isHeardWith(of))));
  return first(db.select().from(transcriptions).where(isIt).orderBy(desc(createdAt)).limit(1));
}

export const insertTranscription = (tx: Db, row: NewTranscription): Promise<TranscriptionRow | undefined> =>
  first(tx.insert(transcriptions).values(row).returning());

/** Locked to the end of the transaction: no text is noted as sent, and no result committed, in between. */
export const lockTranscription = (tx: Db, which: string): Promise<TranscriptionRow | undefined> =>
  first(tx.select().from(transcriptions).where(eq(id, which)).for('update'));

export const readTranscription = (db: Db, which: string): Promise<TranscriptionRow | undefined> =>
  first(db.select().from(transcriptions).where(eq(id, which)));

const likelyBytesPerSecond = 4_000;
/** Until a recording is decoded its bytes tell about how long it is: voice notes have 16 to 48 kbit/s. */
export const estimateSeconds = (bytes: number, most: number): number => Math.min(bytes / likelyBytesPerSecond, most);
const secondsToDo = sql`greatest(0, coalesce(${transcriptions.durationSeconds},
  least(${uploadBytes} / ${likelyBytesPerSecond}::real, ${transcriptions.maxAudioSeconds})) - ${transcriptions.secondsDone})`;

export async function readLoad(db: Db) {
  const isQueued = sql`${state} = 'queued'`;
  const isLong = sql`${secondsToDo} > ${longFromSeconds}`;
  const columns = {
    all: count(),
    queued: sql<number>`(count(*) filter (where ${isQueued}))::int`,
    short: sql<number>`count(*) filter (where not ${isLong})::int`,
    oldestQueuedSeconds: sql<number>`coalesce(greatest(0,
      extract(epoch from now() - min(${createdAt}) filter (where ${isQueued} and ${savedAt} is null))), 0)::float`,
    seconds: sql<number>`coalesce(sum(${secondsToDo}), 0)::float`,
    longSeconds: sql<number>`coalesce(sum(${secondsToDo}) filter (where ${isLong}), 0)::float`,
  };
  const load = await first(db.select(columns).from(transcriptions).where(isInFlight));
  return load ?? { all: 0, queued: 0, short: 0, oldestQueuedSeconds: 0, seconds: 0, longSeconds: 0 };
}

export async function isAnotherDue(db: Db, which: string): Promise<boolean> {
  const isDue = sql`coalesce(${transcriptions.claimedUntil}, '-infinity') < clock_timestamp()`;
  const isIt = and(eq(state, 'queued'), ne(id, which), isDue);
  return (await first(db.select({ id }).from(transcriptions).where(isIt).limit(1))) !== undefined;
}

/** The user's own, but for a result whose charge was given back. */
export function readOwn(db: Db, of: { id: string; userId: string }): Promise<TranscriptionRow | undefined> {
  const isGone = and(eq(state, 'done'), eq(charge, 'refunded'));
  const isIt = and(eq(id, of.id), eq(userId, of.userId), sql`not (${isGone})`);
  return first(db.select().from(transcriptions).where(isIt));
}

export function listInFlightOf(db: Db, owner: string): Promise<TranscriptionRow[]> {
  const isUnderWay = and(eq(userId, owner), isInFlight);
  return db.select().from(transcriptions).where(isUnderWay).orderBy(desc(createdAt));
}

/** Its owner was told that the result will be here: it stays although no text of it has left. */
export const keepForLater = (db: Db, which: string) =>
  db.update(transcriptions).set({ isFetchedLater: true }).where(eq(id, which));

/** By the ledger, which remembers deleted rows; tries of the same bytes do not count (security.md S51). */
export async function countRecentRecordings(db: Db, of: Recording & { id: string }, since: Date): Promise<number> {
  const recording = sql`coalesce(${sha256}, ${ledgerEntries.transcriptionId})`;
  const isCharge = and(eq(ledgerEntries.userId, of.userId), eq(ledgerEntries.kind, 'charge'));
  const isOther = and(ne(ledgerEntries.transcriptionId, of.id), sql`${recording} <> ${of.sha256}`);
  const [row] = await db
    .select({ recordings: sql<number>`count(distinct ${recording})::int` })
    .from(ledgerEntries)
    .leftJoin(transcriptions, eq(id, ledgerEntries.transcriptionId))
    .where(and(isCharge, isOther, gt(ledgerEntries.createdAt, since)));
  return row?.recordings ?? 0;
}

/** One that ended after its transcript was saved: by its translation, or with `anyLanguage` as `NOT_SOMALI`. */
export async function findSavedTry(db: Db, of: Recording & { anyLanguage: boolean }, since: Date) {
  const mayCount = of.anyLanguage ? undefined : ne(errorCode, 'NOT_SOMALI');
  const hasParts = sql`exists (select 1 from ${transcriptionParts} where ${transcriptionParts.transcriptionId} = ${id})`;
  const isIt = and(isRecording(of), eq(state, 'failed'), hasParts, gt(createdAt, since), mayCount, isHeardWith(of));
  return (await first(db.select({ id }).from(transcriptions).where(isIt).orderBy(desc(createdAt)).limit(1)))?.id;
}

export async function moveParts(tx: Db, from: string, to: string): Promise<void> {
  const isFrom = eq(transcriptionParts.transcriptionId, from);
  await tx.update(transcriptionParts).set({ transcriptionId: to }).where(isFrom);
}

export function readQueuePosition(db: Db, row: TranscriptionRow): Promise<number> {
  const turn = sql.join(turnOrder, sql`, `);
  const its = sql`(select ${turn} from ${transcriptions} where ${id} = ${row.id})`;
  return db.$count(transcriptions, and(eq(state, 'queued'), sql`(${turn}) < ${its}`));
}

/** Since a worker first began, by the database's own clock. */
export async function readSecondsSinceStart(db: Db, which: string): Promise<number> {
  const seconds = sql<number>`coalesce(extract(epoch from clock_timestamp() - ${transcriptions.startedAt}), 0)::float`;
  const row = await first(db.select({ seconds }).from(transcriptions).where(eq(id, which)));
  return Math.max(0, row?.seconds ?? 0);
}

/** Before text leaves for a client. `false` when none may: the work was deleted, or its charge was given back. */
export async function markTextSent(db: Db, which: string, at: Date): Promise<boolean> {
  const set = { textSentAt: sql`coalesce(${textSentAt}, ${at.toISOString()})` };
  const mayLeave = and(eq(id, which), ne(charge, 'refunded'));
  return (await countRows(db.update(transcriptions).set(set).where(mayLeave).returning({ id }))) > 0;
}

export async function acknowledgeResult(db: Db, of: { id: string; userId: string }, at: Date): Promise<boolean> {
  const set = { acknowledgedAt: sql`coalesce(${acknowledgedAt}, ${at.toISOString()})` };
  const isIt = and(eq(id, of.id), eq(userId, of.userId), eq(state, 'done'));
  return (await countRows(db.update(transcriptions).set(set).where(isIt).returning({ id }))) > 0;
}

export async function listUnsent(db: Db, finishedBefore: Date) {
  const isDone = and(eq(state, 'done'), eq(charge, 'charged'), not(transcriptions.isFetchedLater));
  const isOld = and(isDone, isNull(textSentAt), lt(finishedAt, finishedBefore));
  return db.select({ id, userId }).from(transcriptions).where(isOld);
}

export async function listOfUser(db: Db, owner: string): Promise<TranscriptionRow[]> {
  return db.select().from(transcriptions).where(eq(userId, owner)).orderBy(asc(createdAt));
}

export const deleteTranscription = (tx: Db, which: string) => tx.delete(transcriptions).where(eq(id, which));

export async function deleteCreatedBefore(tx: Db, before: Date): Promise<TranscriptionRow[]> {
  const isOld = and(lt(createdAt, before), inArray(state, ['done', 'failed']), not(isTrainingExample));
  return tx.delete(transcriptions).where(isOld).returning();
}

/** Recordings that were not taken for Somali and whose owners did not want their text. */
export async function deleteDoubtedBefore(tx: Db, before: Date): Promise<TranscriptionRow[]> {
  const isDoubted = and(lt(createdAt, before), eq(state, 'failed'), eq(errorCode, 'NOT_SOMALI'));
  return tx.delete(transcriptions).where(isDoubted).returning();
}

export const storageKeysOf = (rows: readonly Pick<TranscriptionRow, 'uploadKey' | 'audioKey'>[]): string[] =>
  rows.flatMap((row) => [row.uploadKey, row.audioKey]).filter((key) => key !== null);

export async function listStorageKeys(db: Db): Promise<Set<string>> {
  return new Set(storageKeysOf(await db.select({ uploadKey, audioKey: transcriptions.audioKey }).from(transcriptions)));
}
