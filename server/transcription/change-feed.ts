import { sql } from 'drizzle-orm';
import type { Database, Db } from '../db/database.ts';

const channel = 'transcription_changed';

/** Tells every process on the database that something about a transcription changed; inside a transaction, once it commits. */
export async function announceChange(db: Db, transcriptionId: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${transcriptionId})`);
}

const deletionOf = (transcriptionId: string) => `deleted:${transcriptionId}`;

/** Those who wait for the work are told, and apart from them the worker that has it in hand. */
export async function announceDeletion(tx: Db, transcriptionId: string): Promise<void> {
  await announceChange(tx, transcriptionId);
  await announceChange(tx, deletionOf(transcriptionId));
}

/** Wakes those who wait for a transcription. A lost notification costs seconds, not the answer: listeners also look by themselves. */
export async function openChangeFeed(database: Database) {
  const listeners = new Map<string, Set<() => void>>();
  await database.listen(channel, (id) => {
    for (const wake of listeners.get(id) ?? []) wake();
  });
  /** @returns a function that ends the subscription */
  function subscribe(id: string, wake: () => void): () => void {
    const ours = listeners.get(id) ?? new Set();
    listeners.set(id, ours.add(wake));
    return () => {
      ours.delete(wake);
      if (ours.size === 0) listeners.delete(id);
    };
  }
  return {
    subscribe,
    subscribeToDeletion: (id: string, end: () => void) => subscribe(deletionOf(id), end),
  };
}

export type ChangeFeed = Awaited<ReturnType<typeof openChangeFeed>>;
