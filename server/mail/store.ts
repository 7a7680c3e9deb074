import { and, count, eq, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { countRows, type Db, first, isNextDue, secondsFromNow } from '../db/database.ts';
import { mails, users } from '../db/schema.ts';

export type MailRow = typeof mails.$inferSelect;

/** There once, however often it is written; sent after a pause, where one is given. */
export async function insertMail(tx: Db, mail: typeof mails.$inferInsert, pauseSeconds = 0): Promise<void> {
  const row = pauseSeconds === 0 ? mail : { ...mail, claimedUntil: secondsFromNow(pauseSeconds) };
  await tx.insert(mails).values(row).onConflictDoNothing({ target: mails.id });
}

export const withdrawMail = (db: Db, id: string) =>
  db.delete(mails).where(and(eq(mails.id, id), eq(mails.state, 'queued')));

/** A sender that was silent for this long is dead, or without its database: the mail goes to another. */
const claimSeconds = 30;

export async function claimMail(db: Db): Promise<MailRow | undefined> {
  const waiting = { key: mails.id, claimedUntil: mails.claimedUntil, isWaiting: eq(mails.state, 'queued') };
  const isNext = isNextDue(db, waiting, mails.createdAt);
  const set = { claimedUntil: secondsFromNow(claimSeconds), tries: sql`${mails.tries} + 1` };
  return first(db.update(mails).set(set).where(isNext).returning());
}

/** The heartbeat: some receivers take minutes to answer. It never shortens the pause before another try. */
export const holdMail = (db: Db, mail: MailRow): Promise<boolean> =>
  updateMail(db, mail, { claimedUntil: sql`greatest(${mails.claimedUntil}, ${secondsFromNow(claimSeconds)})` });

/** Only by the sender who has it in hand: one that was silent for too long does not undo what another did. */
async function updateMail(db: Db, { id, tries }: MailRow, set: PgUpdateSetSource<typeof mails>): Promise<boolean> {
  const isInHand = and(eq(mails.id, id), eq(mails.tries, tries), eq(mails.state, 'queued'));
  return (await countRows(db.update(mails).set(set).where(isInHand).returning({ id: mails.id }))) > 0;
}

export const requeueMail = (db: Db, mail: MailRow, lastError: string, pauseSeconds: number): Promise<boolean> =>
  updateMail(db, mail, { claimedUntil: secondsFromNow(pauseSeconds), lastError });

/** Link and code go with the sending: nothing that opens an account stays behind (security.md S2). */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  const set = { state: 'sent', sentAt: now, sealedLink: null, sealedCode: null } as const;
  await db.update(mails).set(set).where(eq(mails.id, id));
}

export const markRefused = (db: Db, mail: MailRow, lastError: string): Promise<boolean> =>
  updateMail(db, mail, { state: 'failed', lastError, sealedLink: null, sealedCode: null });

export async function readMailLevels(db: Db): Promise<{ waiting: number; oldestSeconds: number }> {
  const age = sql<number>`coalesce(extract(epoch from now() - min(${mails.createdAt})), 0)::float`;
  const [levels] = await db.select({ waiting: count(), age }).from(mails).where(eq(mails.state, 'queued'));
  return { waiting: levels?.waiting ?? 0, oldestSeconds: Math.max(0, levels?.age ?? 0) };
}

export const listMailsTo = (db: Db, recipient: string) =>
  db
    .select({ kind: mails.kind, state: mails.state, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(eq(mails.recipient, recipient))
    .orderBy(mails.createdAt);

export const deleteMailsTo = (tx: Db, recipient: string) => tx.delete(mails).where(eq(mails.recipient, recipient));

/** Mails from before `written`; those to people without an account, sent or not, from before `unverified`: their links are over. */
export async function deleteOldMails(db: Db, before: { written: Date; unverified: Date }): Promise<number> {
  const isStrangers = notExists(db.select({ id: users.id }).from(users).where(eq(users.email, mails.recipient)));
  const isOld = and(lt(mails.createdAt, before.written), ne(mails.state, 'queued'));
  const isOver = or(isOld, and(lt(mails.createdAt, before.unverified), isStrangers));
  return countRows(db.delete(mails).where(isOver).returning({ id: mails.id }));
}

export const releaseAllMails = (db: Db) =>
  db.update(mails).set({ claimedUntil: null }).where(eq(mails.state, 'queued'));
