import { count, desc, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { adminActions, ledgerEntries, mails, sessions, transcriptions, users } from '../db/schema.ts';
import { countRatings } from '../feedback/store.ts';

export async function recordAction(db: Db, action: typeof adminActions.$inferInsert): Promise<void> {
  await db.insert(adminActions).values(action);
}

export const listActions = (db: Db, limit: number) =>
  db.select().from(adminActions).orderBy(desc(adminActions.id)).limit(limit);

async function countBy(db: Db, name: PgColumn, what: SQL<number> = count()) {
  const rows = await db.select({ name, what }).from(name.table).groupBy(name);
  return Object.fromEntries(rows.map((row) => [row.name, row.what]));
}

/** What an operator asks first: how many of what, and how much of it is new. */
export async function readStats(db: Db) {
  const lately = sql`now() - interval '24 hours'`;
  const [people] = await db
    .select({
      all: count(),
      unlimited: sql<number>`(count(*) filter (where ${users.isUnlimited}))::int`,
      letTeach: sql<number>`(count(*) filter (where ${users.mayTeach}))::int`,
    })
    .from(users);
  return {
    accounts: people,
    newAccountsLastDay: await db.$count(users, gt(users.createdAt, lately)),
    sessions: await db.$count(sessions),
    transcriptions: await countBy(db, transcriptions.state),
    /** Of the results that are still kept. */
    wasThisRight: await countRatings(db),
    transcriptionsLastDay: await db.$count(transcriptions, gt(transcriptions.createdAt, lately)),
    mails: await countBy(db, mails.state),
    attempts: await countBy(db, ledgerEntries.kind, sql`sum(abs(${ledgerEntries.delta}))::int`),
  };
}
