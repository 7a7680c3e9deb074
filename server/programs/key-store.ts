import { and, asc, eq } from 'drizzle-orm';
import { type Db, first } from '../db/database.ts';
import { apiKeys, users } from '../db/schema.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

export const listKeysOf = (db: Db, userId: string): Promise<KeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.createdAt));

export const insertKey = (tx: Db, key: KeyRow) => tx.insert(apiKeys).values(key);

/** Finds a key that is being used. */
export const touchKey = (db: Db, hash: string, lastUsedAt: Date): Promise<KeyRow | undefined> =>
  first(db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.keyHash, hash)).returning());

export function deleteKey(db: Db, own: { userId: string; id: string }): Promise<KeyRow | undefined> {
  const isIt = and(eq(apiKeys.id, own.id), eq(apiKeys.userId, own.userId));
  return first(db.delete(apiKeys).where(isIt).returning());
}

/** Without the permission the keys that there are end, too. */
export async function setMayMakeKeys(tx: Db, userId: string, mayMakeKeys: boolean): Promise<void> {
  await tx.update(users).set({ mayMakeKeys }).where(eq(users.id, userId));
  if (!mayMakeKeys) await tx.delete(apiKeys).where(eq(apiKeys.userId, userId));
}
