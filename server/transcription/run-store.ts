import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { RecognisedTranscript, SpeechResult } from '#speech/engine.ts';
import { type Db, secondsFromNow } from '../db/database.ts';
import { type Progress, transcriptions } from '../db/schema.ts';
import { inFlight, type TranscriptionRow } from './store.ts';

/** Which run of which transcription: only the latest run may write. */
export type Run = { id: string; run: number };

/** A worker that has not said for this long that it is alive is dead, and its work goes to another. */
export const claimSeconds = 12;

/** A quarter of it. */
export const heartbeatMilliseconds = 3_000;

const { id, run, state, claimedUntil, createdAt, priority } = transcriptions;
const isRun = (of: Run) => and(eq(id, of.id), eq(run, of.run), eq(state, 'running'));

/** Workers of releases that knew no claims leave none: after ten minutes nobody waits for such a run any more. */
const isDue = sql`coalesce(${claimedUntil}, case ${state}
  when 'queued' then '-infinity' else ${createdAt} + interval '10 minutes' end) < clock_timestamp()`;

/** A worker takes the next work in hand; of several that ask at once each gets another row. */
export async function claimRun(db: Db): Promise<TranscriptionRow | undefined> {
  const next = db
    .select({ id })
    .from(transcriptions)
    .where(and(inArray(state, [...inFlight]), isDue))
    .orderBy(asc(priority), asc(createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(transcriptions)
    .set({
      state: 'running',
      run: sql`${run} + 1`,
      deaths: sql`${transcriptions.deaths} + (${state} = 'running')::int`,
      claimedUntil: secondsFromNow(claimSeconds),
    })
    .where(sql`${id} = (${next})`)
    .returning();
  return row;
}

/** The heartbeat. `false` when the run no longer owns the work. */
export async function keepRun(db: Db, of: Run): Promise<boolean> {
  const kept = { claimedUntil: secondsFromNow(claimSeconds) };
  return (await db.update(transcriptions).set(kept).where(isRun(of)).returning({ id })).length > 0;
}

/** At the start of the only process: whoever had work in hand is dead. */
export async function releaseAllRuns(db: Db): Promise<void> {
  await db
    .update(transcriptions)
    .set({ claimedUntil: new Date(0) })
    .where(eq(state, 'running'));
}

/** `false` when the run no longer owns the work: it was deleted, or another worker has it. */
export async function saveProgress(db: Db, of: Run, progress: Progress): Promise<boolean> {
  return (await db.update(transcriptions).set({ progress }).where(isRun(of)).returning({ id })).length > 0;
}

export async function saveRecognised(db: Db, of: Run, recognised: RecognisedTranscript): Promise<void> {
  await db.update(transcriptions).set({ recognised }).where(isRun(of));
}

export type Finished = { result: SpeechResult; audioKey: string; at: Date };

export async function finishRun(tx: Db, of: Run, { result, audioKey, at }: Finished): Promise<boolean> {
  const { charge } = transcriptions;
  const rows = await tx
    .update(transcriptions)
    .set({
      state: 'done',
      charge: sql`case when ${charge} = 'reserved' then 'charged' else ${charge} end`,
      result,
      recognised: null,
      audioKey,
      uploadKey: null,
      durationSeconds: result.durationSeconds,
      finishedAt: at,
    })
    .where(isRun(of))
    .returning({ id });
  if (rows.length > 0) return true;
  // A line that breaks between a commit and its answer brings the same result here again: it stands already.
  const [standing] = await tx.select({ audioKey: transcriptions.audioKey }).from(transcriptions).where(eq(id, of.id));
  return standing?.audioKey === audioKey;
}

export type Failed = { errorCode: string; at: Date; keepsUpload: boolean };

/** Ends a run without a result; `undefined` when it is no longer ours to end. */
export async function failRun(
  tx: Db,
  of: Run,
  { errorCode, at, keepsUpload }: Failed,
): Promise<TranscriptionRow | undefined> {
  const upload = keepsUpload ? {} : { uploadKey: null };
  const [row] = await tx
    .update(transcriptions)
    .set({ state: 'failed', errorCode, finishedAt: at, progress: {}, ...upload })
    .where(isRun(of))
    .returning();
  return row;
}

/** Back into the queue, for another worker or, after a pause, another try. */
export async function requeueRun(db: Db, of: Run, pauseSeconds: number): Promise<void> {
  const waiting = { state: 'queued', progress: {}, claimedUntil: secondsFromNow(pauseSeconds) } as const;
  await db.update(transcriptions).set(waiting).where(isRun(of));
}
