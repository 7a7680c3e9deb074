import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Account } from '../core/session.ts';
import type { Db } from '../db/database.ts';
import { sealedKeys, sessions, transcriptions, usedAddresses, users } from '../db/schema.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

export type SessionRow = typeof sessions.$inferSelect;

const attemptsShown = sql<number>`${users.attempts} + (
  select count(*)::int from ${transcriptions}
  where ${transcriptions.userId} = ${users.id} and ${transcriptions.charge} = 'reserved')`;

const accountColumns = {
  id: users.id,
  email: users.email,
  fullName: users.fullName,
  isUnlimited: users.isUnlimited,
  mayTeach: users.mayTeach,
  attemptsRemaining: attemptsShown.mapWith(Number),
  attemptsFree: users.attempts,
};

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

/** Accounts of one mailbox are opened one after the other, so that each sees what the others were given. */
export async function lockMailbox(tx: Db, mailbox: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`);
}

/** Fills in the mailboxes of accounts from before these were kept. */
export async function foldStoredAddresses(db: Db, mailboxOf: (email: string) => string): Promise<void> {
  const rows = await db.select({ id: users.id, email: users.email }).from(users).where(isNull(users.mailbox));
  for (const { id, email } of rows)
    await db
      .update(users)
      .set({ mailbox: mailboxOf(email) })
      .where(eq(users.id, id));
}

/** `undefined` when somebody else's transaction made the account first. */
export async function insertUser(tx: Db, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning();
  return row;
}

export async function readAccount(db: Db, userId: string): Promise<Account | undefined> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, userId));
  return account;
}

/** The session and its account in one query: this runs on every request. */
export async function readSession(
  db: Db,
  sessionId: string,
): Promise<{ session: SessionRow; account: Account } | undefined> {
  const [row] = await db
    .select({ session: sessions, account: accountColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId));
  return row;
}

/** Adds a session; of a user's sessions the newest `keep` stay (security.md S29). */
export async function insertSession(tx: Db, session: SessionRow, keep: number): Promise<void> {
  await tx.insert(sessions).values(session);
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, session.userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(keep);
  await tx.delete(sessions).where(inArray(sessions.id, surplus));
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
}

export async function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.lastSeenAt));
}

/** `false` when the user has no such session. */
export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** All sessions of one user, or of everybody. */
export async function deleteSessions(db: Db, userId: string | 'everybody'): Promise<number> {
  const gone = await db
    .delete(sessions)
    .where(userId === 'everybody' ? sql`true` : eq(sessions.userId, userId))
    .returning({ id: sessions.id });
  return gone.length;
}

export async function deleteEndedSessions(db: Db, now: Date, idleSince: Date): Promise<number> {
  const isOver = or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince));
  return (await db.delete(sessions).where(isOver).returning({ id: sessions.id })).length;
}

export async function deleteUser(tx: Db, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}

export async function rememberUsedAttempts(tx: Db, addressHash: string, used: number, now: Date): Promise<void> {
  await tx
    .insert(usedAddresses)
    .values({ addressHash, attemptsUsed: used, deletedAt: now })
    .onConflictDoUpdate({ target: usedAddresses.addressHash, set: { attemptsUsed: used, deletedAt: now } });
}

export async function readUsedAttempts(tx: Db, addressHashes: string[]): Promise<number> {
  const rows = await tx.select().from(usedAddresses).where(inArray(usedAddresses.addressHash, addressHashes));
  return Math.max(0, ...rows.map((row) => row.attemptsUsed));
}

/** Keeps a key where there is none. */
export async function keepSealedKey(db: Db, name: string, sealed: string): Promise<void> {
  await db.insert(sealedKeys).values({ name, sealed }).onConflictDoNothing();
}

export async function readSealedKey(db: Db, name: string): Promise<string> {
  const [row] = await db.select().from(sealedKeys).where(eq(sealedKeys.name, name));
  return row?.sealed ?? '';
}

/** Only where nobody else has sealed it again meanwhile. */
export async function sealKeyAgain(db: Db, name: string, { from, to }: { from: string; to: string }): Promise<void> {
  await db
    .update(sealedKeys)
    .set({ sealed: to })
    .where(and(eq(sealedKeys.name, name), eq(sealedKeys.sealed, from)));
}

export async function setUnlimited(db: Db, userId: string, isUnlimited: boolean): Promise<void> {
  await db.update(users).set({ isUnlimited }).where(eq(users.id, userId));
}

export async function listUsers(db: Db, limit: number): Promise<UserRow[]> {
  return db.select().from(users).orderBy(desc(users.createdAt)).limit(limit);
}
