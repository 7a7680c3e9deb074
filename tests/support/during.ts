import { sql } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';

/** What comes of work while a statement holds that another takes back. */
export async function during<T>(
  { database: { db } }: Pick<TestApp, 'database'>,
  [statement, undo]: readonly [string, string],
  work: () => Promise<T>,
): Promise<T> {
  await db.execute(sql.raw(statement));
  return work().finally(() => db.execute(sql.raw(undo)));
}

/** What comes of work while a table is not there. */
export const withoutTable = <T>(app: Pick<TestApp, 'database'>, table: string, work: () => Promise<T>): Promise<T> =>
  during(app, [`alter table ${table} rename to elsewhere`, `alter table elsewhere rename to ${table}`], work);
