import { and, asc, eq } from 'drizzle-orm';
import { countRows, type Db, first } from '../db/database.ts';
import { apiKeys, users } from '../db/schema.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

export const listKeysOf = (db: Db, userId: string): Promise<KeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.createdAt));

export const insertKey = (tx: Db, key: KeyRow) => tx.insert(apiKeys).values(key);

/** Finds a key that is being used. */
export const touchKey = (db: Db, hash: string, lastUsedAt: Date): Promise<KeyRow | undefined> =>
  first(db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.keyHash, hash)).returning());

/** `false` when the user has no such key. */
export async function deleteKey(db: Db, userId: string, id: string): Promise<boolean> {
  const isIt = and(eq(apiKeys.id, id), eq(apiKeys.userId, userId));
  return (await countRows(db.delete(apiKeys).where(isIt).returning({ id: apiKeys.id }))) > 0;
}

/** Without the permission the keys that there are end, too. */
export async function setMayMakeKeys(tx: Db, userId: string, mayMakeKeys: boolean): Promise<void> {
  await tx.update(users).set({ mayMakeKeys }).where(eq(users.id, userId));
  if (!mayMakeKeys) await tx.delete(apiKeys).where(eq(apiKeys.userId, userId));
}
