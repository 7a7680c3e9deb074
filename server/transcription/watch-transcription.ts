import type { Database } from '../db/database.ts';
import { isDatabaseGone } from '../db/database-errors.ts';
import type { ChangeFeed } from './change-feed.ts';
import { readQueuePosition, readTranscription, type TranscriptionRow } from './store.ts';

/** `row` is absent once the transcription is deleted. */
export type Poll = { row: TranscriptionRow | undefined; position: number };

/** Look again this often, however quiet it is: the position in the queue changes without a word. */
const pollMilliseconds = 2_000;

export const isOver = (row: TranscriptionRow | undefined): boolean =>
  row === undefined || row.state === 'done' || row.state === 'failed';

/** Yields now and whenever something about a transcription may have changed, until `signal` ends the wait. */
export async function* changesOf(feed: ChangeFeed, id: string, signal: AbortSignal): AsyncGenerator<void> {
  let change = Promise.withResolvers<void>();
  const wake = () => change.resolve();
  const unsubscribe = feed.subscribe(id, wake);
  const poll = setInterval(wake, pollMilliseconds);
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      change = Promise.withResolvers();
      yield;
      await change.promise;
    }
  } finally {
    clearInterval(poll);
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}

/**
 * Yields a transcription now and whenever it changes, until it is over or `signal` ends the wait. A database that goes
 * away meanwhile is waited for.
 */
export async function* watchTranscription(
  { database, feed }: { database: Database; feed: ChangeFeed },
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Poll> {
  for await (const _ of changesOf(feed, id, signal)) {
    const found = await poll(database, id);
    if (found) yield found;
    if (found && isOver(found.row)) return;
  }
}

async function poll({ db }: Database, id: string): Promise<Poll | undefined> {
  try {
    const row = await readTranscription(db, id);
    return { row, position: row?.state === 'queued' ? await readQueuePosition(db, row) : 0 };
  } catch (error) {
    if (isDatabaseGone(error)) return undefined;
    throw error;
  }
}
