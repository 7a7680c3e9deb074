import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../db/database.ts';
import { isDatabaseGone } from '../db/database-errors.ts';
import { readQueuePosition, readTranscription, type TranscriptionRow } from './store.ts';

const channel = 'transcription_changed';

/** Tells every process on the database that something about a transcription changed; inside a transaction, once it commits. */
export const announceChange = (db: Db, transcriptionId: string) =>
  db.execute(sql`select pg_notify(${channel}, ${transcriptionId})`);

const deletionOf = (transcriptionId: string) => `deleted:${transcriptionId}`;

/** Those who wait for the work are told, and apart from them the worker that has it in hand. */
export async function announceDeletion(tx: Db, transcriptionId: string): Promise<void> {
  await announceChange(tx, transcriptionId);
  await announceChange(tx, deletionOf(transcriptionId));
}

/** Wakes those who wait for a transcription. A lost notification costs seconds, not the answer: listeners also look by themselves. */
export async function openChangeFeed(database: Database) {
  const changes = new EventEmitter().setMaxListeners(0);
  await database.listen(channel, (id) => void changes.emit(id));
  function subscribe(id: string, wake: () => void): () => void {
    changes.on(id, wake);
    return () => void changes.off(id, wake);
  }
  return {
    subscribe,
    subscribeToDeletion: (id: string, end: () => void) => subscribe(deletionOf(id), end),
  };
}

export type ChangeFeed = Awaited<ReturnType<typeof openChangeFeed>>;

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

/** Until it is over or `signal` ends the wait; of a database that goes away meanwhile what it said last. */
export async function* watchTranscription(
  { database, feed }: { database: Database; feed: ChangeFeed },
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Poll> {
  let found: Poll | undefined;
  for await (const _ of changesOf(feed, id, signal)) {
    found = (await poll(database, id)) ?? found;
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
