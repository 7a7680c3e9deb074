import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { removals } from '../db/schema.ts';
import { type Storage, StorageUnavailable } from './storage.ts';

/** In the transaction that deletes the rows of these objects: what people were told is deleted is never forgotten. */
export async function noteRemovals(tx: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insert(removals)
    .values(keys.map((key) => ({ key })))
    .onConflictDoNothing();
}

/**
 * Removes what is noted. What the store refuses to remove stays noted for the next round, and keeps nothing else.
 * @throws at once where the store is away; else the first refusal, when all others are done
 */
export async function finishRemovals(db: Db, storage: Pick<Storage, 'remove'>): Promise<void> {
  let refusal: unknown;
  for (const { key } of await db.select().from(removals)) {
    try {
      await storage.remove(key);
      await db.delete(removals).where(eq(removals.key, key));
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal;
}
