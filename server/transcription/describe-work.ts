import type { WorkState } from '#shared/contract/transcription.ts';
import type { Db } from '../db/database.ts';
import { readQueuePosition, readSecondsSinceStart, type TranscriptionRow } from './store.ts';

/** Seconds that the rest takes at the pace so far, all that it waited for included. */
async function estimateSecondsLeft(db: Db, { id, secondsDone, durationSeconds }: TranscriptionRow) {
  if (durationSeconds === null || secondsDone <= 0) return null;
  const pace = (await readSecondsSinceStart(db, id)) / secondsDone;
  return Math.round(pace * Math.max(0, durationSeconds - secondsDone));
}

export async function describeWork(db: Db, row: TranscriptionRow): Promise<WorkState> {
  const { id, state, createdAt, secondsDone, durationSeconds, progress } = row;
  return {
    id,
    state: state === 'queued' ? 'queued' : 'running',
    createdAt: createdAt.toISOString(),
    position: state === 'queued' ? await readQueuePosition(db, row) : 0,
    secondsDone,
    durationSeconds,
    secondsLeft: await estimateSecondsLeft(db, row),
    text: progress.recognition?.text ?? '',
  };
}

const soonestSeconds = 1;
const latestSeconds = 30;

export const retryAfterOf = ({ secondsLeft }: WorkState): number =>
  Math.min(latestSeconds, Math.max(soonestSeconds, Math.ceil((secondsLeft ?? 0) / 10)));
