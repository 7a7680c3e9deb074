import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { removals } from '../db/schema.ts';
import type { Storage } from './storage.ts';

/** In the transaction that deletes the rows of these objects: what people were told is deleted is never forgotten. */
export async function noteRemovals(tx: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insert(removals)
    .values(keys.map((key) => ({ key })))
    .onConflictDoNothing();
}

/** Removes what is noted; while the store is away it stays noted, and the next round tries again. */
export async function finishRemovals(db: Db, storage: Pick<Storage, 'remove'>): Promise<void> {
  for (const { key } of await db.select().from(removals)) {
    await storage.remove(key);
    await db.delete(removals).where(eq(removals.key, key));
  }
}
