import { count, desc, gt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../db/database.ts';
import { adminActions, ledgerEntries, mails, sessions, transcriptions, users } from '../db/schema.ts';
import { countRatings } from '../feedback/store.ts';

export const recordAction = (db: Db, action: typeof adminActions.$inferInsert) =>
  db.insert(adminActions).values(action);

export const listActions = (db: Db, limit: number) =>
  db.select().from(adminActions).orderBy(desc(adminActions.id)).limit(limit);

async function countBy(db: Db, column: PgColumn, counted = sql<number>`count(*)::int`) {
  const name = sql<string>`${column}`;
  const rows = await db.select({ name, counted }).from(column.table).groupBy(column);
  return Object.fromEntries(rows.map((row) => [row.name, row.counted]));
}

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
    wasThisRight: await countRatings(db),
    transcriptionsLastDay: await db.$count(transcriptions, gt(transcriptions.createdAt, lately)),
    mails: await countBy(db, mails.state),
    attempts: await countBy(db, ledgerEntries.kind, sql`sum(abs(${ledgerEntries.delta}))::int`),
  };
}
