import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { SavedPart, SpeechResult } from '#speech/engine.ts';
import { type Db, first, isNextDue, secondsFromNow } from '../db/database.ts';
import { type Progress, transcriptionParts, transcriptions } from '../db/schema.ts';
import { claimSeconds } from '../jobs/worker-pool.ts';
import { isInFlight, readTranscription, type TranscriptionRow, turnOrder } from './store.ts';

/** Which run of which transcription: only the latest run may write. */
export type Run = { id: string; run: number };

const { id, run, state, claimedUntil } = transcriptions;
const isRun = (of: Run) => and(eq(id, of.id), eq(run, of.run), eq(state, 'running'));

export function claimRun(db: Db): Promise<TranscriptionRow | undefined> {
  const isNext = isNextDue(db, { key: id, claimedUntil, isWaiting: isInFlight }, ...turnOrder);
  const claimed = {
    state: 'running',
    run: sql`${run} + 1`,
    crashes: sql`${transcriptions.crashes} + (${state} = 'running')::int`,
    claimedUntil: secondsFromNow(claimSeconds),
    startedAt: sql`coalesce(${transcriptions.startedAt}, clock_timestamp())`,
  } as const;
  return first(db.update(transcriptions).set(claimed).where(isNext).returning());
}

/** `false` when the run no longer owns the work: it was deleted, or another worker has it. */
async function updateRun(db: Db, of: Run, set: PgUpdateSetSource<typeof transcriptions>): Promise<boolean> {
  return (await first(db.update(transcriptions).set(set).where(isRun(of)).returning({ id }))) !== undefined;
}

/** The heartbeat. */
export const keepRun = (db: Db, of: Run): Promise<boolean> =>
  updateRun(db, of, { claimedUntil: secondsFromNow(claimSeconds) });

export function saveProgress(db: Db, of: Run, progress: Progress): Promise<boolean> {
  const durationSeconds = progress.audio?.durationSeconds;
  if (durationSeconds === undefined) return updateRun(db, of, { progress });
  const secondsDone = durationSeconds * (progress.recognition?.progress ?? 0);
  return updateRun(db, of, { progress, durationSeconds, secondsDone });
}

const isPartOf = (which: string) => eq(transcriptionParts.transcriptionId, which);

export async function readParts(db: Db, which: string): Promise<SavedPart[]> {
  const rows = await db.select().from(transcriptionParts).where(isPartOf(which)).orderBy(transcriptionParts.number);
  return rows.map(({ part }) => part);
}

/** Keeps what is done of the work. What came this far has no cause of failing in it; long work may take long. */
export function saveParts(db: Db, of: Run, parts: readonly SavedPart[], isLong: boolean): Promise<boolean> {
  const long = isLong ? { savedAt: secondsFromNow(0), isFetchedLater: true, crashes: 0, tries: 0 } : {};
  return db.transaction(async (tx) => {
    if (!(await updateRun(tx, of, { run: of.run, ...long }))) return false;
    const before = await tx.$count(transcriptionParts, isPartOf(of.id));
    const rows = parts.map((part, at) => ({ transcriptionId: of.id, number: before + at, part }));
    await tx.insert(transcriptionParts).values(rows);
    return true;
  });
}

export const giveWay = (db: Db, of: Run): Promise<boolean> =>
  updateRun(db, of, { state: 'queued', claimedUntil: secondsFromNow(0) });

export function requeueRun(db: Db, of: Run, pauseSeconds: number): Promise<boolean> {
  const tries = pauseSeconds === 0 ? {} : { tries: sql`${transcriptions.tries} + 1` };
  return updateRun(db, of, { state: 'queued', progress: {}, claimedUntil: secondsFromNow(pauseSeconds), ...tries });
}

export async function releaseAllRuns(db: Db): Promise<void> {
  const due = { claimedUntil: new Date(0) };
  await db.update(transcriptions).set(due).where(eq(state, 'running'));
}

type Finished = { result: SpeechResult; audioKey: string; at: Date };

export async function finishRun(tx: Db, of: Run, { result, audioKey, at }: Finished): Promise<boolean> {
  const { charge } = transcriptions;
  const isDone = await updateRun(tx, of, {
    state: 'done',
    charge: sql`case when ${charge} = 'reserved' then 'charged' else ${charge} end`,
    result,
    audioKey,
    uploadKey: null,
    durationSeconds: result.durationSeconds,
    finishedAt: at,
  });
  if (isDone) {
    await tx.delete(transcriptionParts).where(isPartOf(of.id));
    return true;
  }
  // A line that breaks between a commit and its answer brings the same result here again: it stands already.
  return (await readTranscription(tx, of.id))?.audioKey === audioKey;
}

export function failRun(tx: Db, of: Run, errorCode: string, at: Date) {
  const ended = { state: 'failed', errorCode, finishedAt: at, progress: {}, uploadKey: null } as const;
  return first(tx.update(transcriptions).set(ended).where(isRun(of)).returning());
}
