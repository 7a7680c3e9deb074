import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type LedgerKind, ledgerEntries, transcriptions, users } from '../db/schema.ts';

type Why = { reason: string; at: Date };
type LedgerChange = Why & { userId: string; transcriptionId?: string };

async function writeEntry(tx: Db, kind: LedgerKind, delta: number, { at, ...change }: LedgerChange) {
  await tx.insert(ledgerEntries).values({ ...change, kind, delta, createdAt: at });
}

async function addAttempts(tx: Db, kind: LedgerKind, count: number, change: LedgerChange): Promise<void> {
  const set = { attempts: sql`${users.attempts} + ${count}` };
  await tx.update(users).set(set).where(eq(users.id, change.userId));
  await writeEntry(tx, kind, count, change);
}

/** Takes one attempt in one statement; `undefined` when none is left (security.md S53). Premium users pay nothing. */
export async function chargeAttempt(tx: Db, change: LedgerChange) {
  const [balance] = await tx
    .update(users)
    .set({ attempts: sql`case when ${users.isUnlimited} then ${users.attempts} else ${users.attempts} - 1 end` })
    .where(and(eq(users.id, change.userId), or(gt(users.attempts, 0), users.isUnlimited)))
    .returning({ attempts: users.attempts, isUnlimited: users.isUnlimited });
  if (balance) await writeEntry(tx, 'charge', balance.isUnlimited ? 0 : -1, change);
  return balance;
}

type Work = Pick<typeof transcriptions.$inferSelect, 'id' | 'userId' | 'charge' | 'textSentAt'>;

/** An attempt comes back when work is deleted of which no text had left, finished or not. */
export const isRefundable = ({ charge, textSentAt }: Work): boolean =>
  (charge === 'reserved' || charge === 'charged') && !textSentAt;

type OwnWork = Pick<Work, 'id' | 'userId'>;

/** Gives back what a piece of work had taken: marks the work, returns the attempt and books it. What it returns is for the event log. */
export async function refundReservation(tx: Db, { id, userId }: OwnWork, { reason, at }: Why) {
  await tx.update(transcriptions).set({ charge: 'refunded' }).where(eq(transcriptions.id, id));
  await addAttempts(tx, 'refund', 1, { userId, reason, transcriptionId: id, at });
  return { user: userId, reason };
}

/** Gives back what a result had cost, once; the result stays with its owner. */
export async function forgiveCharge(tx: Db, { id, userId }: OwnWork, { reason, at }: Why): Promise<boolean> {
  const isCharged = and(eq(transcriptions.id, id), eq(transcriptions.charge, 'charged'));
  const forgiven = await tx.update(transcriptions).set({ charge: 'free' }).where(isCharged).returning();
  if (forgiven.length === 0) return false;
  await addAttempts(tx, 'refund', 1, { userId, reason, transcriptionId: id, at });
  return true;
}

export const grantAttempts = (tx: Db, count: number, change: LedgerChange): Promise<void> =>
  addAttempts(tx, 'grant', count, change);

export async function countGrants(tx: Db, mailbox: string, reason: string): Promise<number> {
  const [row] = await tx
    .select({ given: sql<number>`coalesce(sum(${ledgerEntries.delta}), 0)::int` })
    .from(ledgerEntries)
    .innerJoin(users, eq(users.id, ledgerEntries.userId))
    .where(and(eq(users.mailbox, mailbox), eq(ledgerEntries.kind, 'grant'), eq(ledgerEntries.reason, reason)));
  return row?.given ?? 0;
}

export async function countUsedAttempts(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ used: sql<number>`coalesce(-sum(${ledgerEntries.delta}), 0)::int` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.userId, userId), sql`${ledgerEntries.kind} <> 'grant'`));
  return row?.used ?? 0;
}

export function listEntriesOf(db: Db, owner: string) {
  const { id, userId, kind, delta, reason, createdAt: at } = ledgerEntries;
  return db.select({ kind, delta, reason, at }).from(ledgerEntries).where(eq(userId, owner)).orderBy(id);
}

export async function findUnbalancedUsers(db: Db): Promise<string[]> {
  const sum = sql<number>`coalesce(sum(${ledgerEntries.delta}), 0)`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(ledgerEntries, eq(ledgerEntries.userId, users.id))
    .groupBy(users.id)
    .having(sql`${users.attempts} <> ${sum}`);
  return rows.map((row) => row.id);
}
