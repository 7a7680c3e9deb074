import { and, count, eq, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { mails, users } from '../db/schema.ts';

export type MailRow = typeof mails.$inferSelect;
export type NewMail = typeof mails.$inferInsert;

export async function insertMail(tx: Db, mail: NewMail): Promise<void> {
  await tx.insert(mails).values(mail);
}

/** Takes a mail in hand in one statement; `undefined` when it is sent, refused, gone or in another's hand. */
export async function claimMail(db: Db, id: string, now: Date, until: Date): Promise<MailRow | undefined> {
  const isFree = or(isNull(mails.claimedUntil), lt(mails.claimedUntil, now));
  const [mail] = await db
    .update(mails)
    .set({ claimedUntil: until, tries: sql`${mails.tries} + 1` })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isFree))
    .returning();
  return mail;
}

export async function isMailWaiting(db: Db, id: string): Promise<boolean> {
  return (await db.$count(mails, and(eq(mails.id, id), eq(mails.state, 'queued')))) > 0;
}

/** Another try may follow at once. */
export async function releaseMail(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(mails).set({ claimedUntil: null, lastError }).where(eq(mails.id, id));
}

/** The link goes with the sending: nothing that opens an account stays behind (security.md S2). */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.update(mails).set({ state: 'sent', sentAt: now, sealedLink: null }).where(eq(mails.id, id));
}

export async function markRefused(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(mails).set({ state: 'failed', lastError, sealedLink: null }).where(eq(mails.id, id));
}

/** How many wait, and for how long the oldest has. */
export async function readMailLevels(db: Db): Promise<{ waiting: number; oldestSeconds: number }> {
  const age = sql<number>`coalesce(extract(epoch from now() - min(${mails.createdAt})), 0)::float`;
  const [levels] = await db.select({ waiting: count(), age }).from(mails).where(eq(mails.state, 'queued'));
  return { waiting: levels?.waiting ?? 0, oldestSeconds: Math.max(0, levels?.age ?? 0) };
}

/** What was sent to an address and when; never what stood in it. */
export const listMailsTo = (db: Db, recipient: string) =>
  db
    .select({ kind: mails.kind, state: mails.state, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(eq(mails.recipient, recipient))
    .orderBy(mails.createdAt);

export async function deleteMailsTo(tx: Db, recipient: string): Promise<void> {
  await tx.delete(mails).where(eq(mails.recipient, recipient));
}

/** Mails from before `written`; those to people without an account, sent or not, from before `unverified`: their links are over. */
export async function deleteOldMails(db: Db, before: { written: Date; unverified: Date }): Promise<number> {
  const isStrangers = notExists(db.select({ id: users.id }).from(users).where(eq(users.email, mails.recipient)));
  const isOld = and(lt(mails.createdAt, before.written), ne(mails.state, 'queued'));
  const isOver = or(isOld, and(lt(mails.createdAt, before.unverified), isStrangers));
  return (await db.delete(mails).where(isOver).returning({ id: mails.id })).length;
}

/** At the start of the only process: nobody has a mail in hand. */
export async function releaseAllMails(db: Db): Promise<void> {
  await db.update(mails).set({ claimedUntil: null }).where(eq(mails.state, 'queued'));
}
