import { randomInt } from 'node:crypto';
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AccountSettings, settingNames } from '#shared/contract/accounts.ts';
import type { Account } from '../core/session.ts';
import { countRows, type Db, first } from '../db/database.ts';
import { sealedKeys, sessions, transcriptions, usedAddresses, users } from '../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

export type SessionRow = typeof sessions.$inferSelect;

/** By name: in a query of one table Drizzle writes columns without their table, and both of these have an id. */
const attemptsShown = sql<number>`${users.attempts} + (
  select count(*)::int from ${transcriptions} as work where work.user_id = users.id and work.charge = 'reserved')`;

const settingColumns = Object.fromEntries(settingNames.map((name) => [name, users[name]])) as {
  [name in keyof AccountSettings]-?: (typeof users)[name];
};

const accountColumns = {
  id: users.id,
  email: users.email,
  fullName: users.fullName,
  isUnlimited: users.isUnlimited,
  ...settingColumns,
  mayMakeKeys: sql<boolean>`(${users.isUnlimited} or ${users.mayMakeKeys})`,
  attemptsRemaining: attemptsShown.mapWith(Number),
  attemptsFree: users.attempts,
};

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  first(db.select().from(users).where(eq(users.email, email)));

/** Accounts of one mailbox open and end one after the other, so that each sees what the others were given and used. */
export const lockMailbox = (tx: Db, mailbox: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${mailbox}, 0))`);

/** `undefined` when another transaction made the account first. */
export const insertUser = (tx: Db, user: typeof users.$inferInsert): Promise<UserRow | undefined> =>
  first(tx.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning());

export function findMailRecipient(db: Db, userId: string) {
  const wantsMail = and(eq(users.id, userId), sql`${users.wantsReadyMail} is not false`);
  return first(db.select({ recipient: users.email, language: users.language }).from(users).where(wantsMail));
}

export const readAccount = (db: Db, userId: string): Promise<Account | undefined> =>
  first(db.select(accountColumns).from(users).where(eq(users.id, userId)));

export async function readOwnWords(db: Db, userId: string): Promise<string[]> {
  return (await first(db.select({ words: users.ownWords }).from(users).where(eq(users.id, userId))))?.words ?? [];
}

export const saveOwnWords = (db: Db, userId: string, ownWords: string[]) =>
  db.update(users).set({ ownWords }).where(eq(users.id, userId));

const speakers = 2 ** 31;

/** What goes with a permission: since when, and a number that says nothing of the account, another one after each time. */
const teachingColumns = (mayTeach: boolean, at: Date) => ({
  mayTeachSince: sql`case when ${users.mayTeach} = ${mayTeach} then ${users.mayTeachSince} else ${at.toISOString()} end`,
  speaker: mayTeach ? sql`coalesce(${users.speaker}, ${randomInt(1, speakers)})` : null,
});

export async function saveSettings(db: Db, userId: string, settings: AccountSettings, at: Date): Promise<void> {
  const { mayTeach } = settings;
  const set = { ...settings, ...(mayTeach === undefined ? {} : teachingColumns(mayTeach, at)) };
  if (Object.keys(set).length > 0) await db.update(users).set(set).where(eq(users.id, userId));
}

/** The session and its account in one query: this runs on every request. */
export const readSession = (db: Db, sessionId: string) =>
  first(
    db
      .select({ session: sessions, account: accountColumns })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.id, sessionId)),
  );

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

export const touchSession = (db: Db, sessionId: string, now: Date) =>
  db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));

export const listSessionsOf = (db: Db, userId: string) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.lastSeenAt));

const deleteSessionsWhere = (db: Db, which: SQL | undefined): Promise<number> =>
  countRows(db.delete(sessions).where(which).returning({ id: sessions.id }));

export const deleteSession = async (db: Db, userId: string, sessionId: string): Promise<boolean> =>
  (await deleteSessionsWhere(db, and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))) > 0;

export const deleteSessions = (db: Db, userId: string | 'all'): Promise<number> =>
  deleteSessionsWhere(db, userId === 'all' ? sql`true` : eq(sessions.userId, userId));

export const deleteEndedSessions = (db: Db, now: Date, idleSince: Date): Promise<number> =>
  deleteSessionsWhere(db, or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince)));

export const deleteUser = (tx: Db, userId: string) => tx.delete(users).where(eq(users.id, userId));

export const rememberUsedAttempts = (tx: Db, addressHash: string, used: number, now: Date) =>
  tx
    .insert(usedAddresses)
    .values({ addressHash, attemptsUsed: used, deletedAt: now })
    .onConflictDoUpdate({ target: usedAddresses.addressHash, set: { attemptsUsed: used, deletedAt: now } });

export async function readUsedAttempts(tx: Db, addressHashes: string[]): Promise<number> {
  const rows = await tx.select().from(usedAddresses).where(inArray(usedAddresses.addressHash, addressHashes));
  return Math.max(0, ...rows.map((row) => row.attemptsUsed));
}

/** The sealed key of this name; the given one where there is none. */
export async function keepSealedKey(db: Db, name: string, sealed: string): Promise<string> {
  const kept = { target: sealedKeys.name, set: { sealed: sql`${sealedKeys.sealed}` } };
  const inserted = db.insert(sealedKeys).values({ name, sealed }).onConflictDoUpdate(kept).returning();
  return (await first(inserted))?.sealed ?? sealed;
}

/** Only where no other process has sealed it again meanwhile. */
export const sealKeyAgain = (db: Db, name: string, { from, to }: { from: string; to: string }) =>
  db
    .update(sealedKeys)
    .set({ sealed: to })
    .where(and(eq(sealedKeys.name, name), eq(sealedKeys.sealed, from)));

export const setUnlimited = (db: Db, userId: string, isUnlimited: boolean) =>
  db.update(users).set({ isUnlimited }).where(eq(users.id, userId));

export const listUsers = (db: Db, limit: number) => db.select().from(users).orderBy(desc(users.createdAt)).limit(limit);
