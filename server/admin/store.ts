import { count, desc, gt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { adminActions, ledgerEntries, mails, sessions, transcriptions, users } from '../db/schema.ts';
import { countRatings } from '../feedback/store.ts';

export const recordAction = (db: Db, action: typeof adminActions.$inferInsert) =>
  db.insert(adminActions).values(action);

export const listActions = (db: Db, limit: number) =>
  db.select().from(adminActions).orderBy(desc(adminActions.id)).limit(limit);

const byName = (rows: readonly { name: string; count: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.name, row.count]));

export async function readStats(db: Db) {
  const lately = sql`now() - interval '24 hours'`;
  const [people] = await db
    .select({
      all: count(),
      unlimited: sql<number>`(count(*) filter (where ${users.isUnlimited}))::int`,
      letTeach: sql<number>`(count(*) filter (where ${users.mayTeach}))::int`,
    })
    .from(users);
  const states = await db
    .select({ name: transcriptions.state, count: count() })
    .from(transcriptions)
    .groupBy(transcriptions.state);
  const letters = await db.select({ name: mails.state, count: count() }).from(mails).groupBy(mails.state);
  const attempts = await db
    .select({ name: ledgerEntries.kind, count: sql<number>`coalesce(sum(abs(${ledgerEntries.delta})), 0)::int` })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.kind);
  return {
    accounts: people,
    newAccountsLastDay: await db.$count(users, gt(users.createdAt, lately)),
    sessions: await db.$count(sessions),
    transcriptions: byName(states),
    wasThisRight: await countRatings(db),
    transcriptionsLastDay: await db.$count(transcriptions, gt(transcriptions.createdAt, lately)),
    mails: byName(letters),
    attempts: byName(attempts),
  };
}
