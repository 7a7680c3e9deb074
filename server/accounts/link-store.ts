import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { countRows, type Db, first } from '../db/database.ts';
import { magicLinks, type Profile, users } from '../db/schema.ts';

export type MagicLink = typeof magicLinks.$inferSelect;

const isLive = (now: Date) =>
  and(isNull(magicLinks.usedAt), isNull(magicLinks.supersededAt), gt(magicLinks.expiresAt, now));

/** To the end of the transaction one after the other: all rows, in one order, or two could wait in a circle. */
async function lockLinksOf(tx: Db, email: string): Promise<void> {
  const { id, email: owner } = magicLinks;
  await tx.select({ id }).from(magicLinks).where(eq(owner, email)).orderBy(id).for('update');
}

/** Adds a link; of an address's live links only the newest `keep` stay live (security.md S5). */
export async function insertLink(tx: Db, link: typeof magicLinks.$inferInsert, keep: number): Promise<void> {
  await lockLinksOf(tx, link.email);
  await tx.insert(magicLinks).values(link);
  const surplus = tx
    .select({ id: magicLinks.id })
    .from(magicLinks)
    .where(and(eq(magicLinks.email, link.email), isLive(link.createdAt)))
    .orderBy(desc(magicLinks.createdAt), desc(magicLinks.id))
    .offset(keep);
  await tx.update(magicLinks).set({ supersededAt: link.createdAt }).where(inArray(magicLinks.id, surplus));
}

/** Uses a link up in one statement: of any number of callers at once, one gets the row (security.md S3). */
export async function consumeLink(tx: Db, tokenHash: string, now: Date): Promise<MagicLink | undefined> {
  const found = await findLink(tx, tokenHash);
  if (!found) return undefined;
  await lockLinksOf(tx, found.email);
  const isIt = and(eq(magicLinks.tokenHash, tokenHash), isLive(now));
  return first(tx.update(magicLinks).set({ usedAt: now }).where(isIt).returning());
}

export const findLink = (db: Db, tokenHash: string): Promise<MagicLink | undefined> =>
  first(db.select().from(magicLinks).where(eq(magicLinks.tokenHash, tokenHash)));

/** Counts a try on the code of this browser's latest request for the address: an older code is void by that. */
export async function countCodeTry(db: Db, email: string, browserHash: string): Promise<MagicLink | undefined> {
  const latest = db
    .select({ id: magicLinks.id })
    .from(magicLinks)
    .where(and(eq(magicLinks.email, email), eq(magicLinks.browserHash, browserHash)))
    .orderBy(desc(magicLinks.createdAt), desc(magicLinks.id))
    .limit(1);
  const set = { codeTries: sql`${magicLinks.codeTries} + 1` };
  return first(db.update(magicLinks).set(set).where(sql`${magicLinks.id} = (${latest})`).returning());
}

export async function supersedeLinks(tx: Db, email: string, now: Date): Promise<void> {
  const isLiveOne = and(eq(magicLinks.email, email), isLive(now));
  await tx.update(magicLinks).set({ supersededAt: now }).where(isLiveOne);
}

/** From this browser's latest sign-up: what a stranger typed elsewhere must not become the owner's account. */
export async function findPendingProfile(db: Db, email: string, browserHash: string): Promise<Profile | undefined> {
  const isIt = and(eq(magicLinks.email, email), eq(magicLinks.browserHash, browserHash), isNotNull(magicLinks.profile));
  const latest = db.select().from(magicLinks).where(isIt).orderBy(desc(magicLinks.createdAt)).limit(1);
  return (await first(latest))?.profile ?? undefined;
}

export const deleteLinksOf = (tx: Db, email: string) => tx.delete(magicLinks).where(eq(magicLinks.email, email));

/** Links that ended before `ended`; those of people who never opened one go when they were made before `unverified`. */
export async function deleteOldLinks(db: Db, before: { ended: Date; unverified: Date }): Promise<number> {
  const isStrangers = notExists(db.select({ id: users.id }).from(users).where(eq(users.email, magicLinks.email)));
  const isUnverified = and(lt(magicLinks.createdAt, before.unverified), isStrangers);
  const isOver = or(lt(magicLinks.expiresAt, before.ended), isUnverified);
  return countRows(db.delete(magicLinks).where(isOver).returning({ id: magicLinks.id }));
}
