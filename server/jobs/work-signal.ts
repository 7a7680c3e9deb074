import { sql } from 'drizzle-orm';
import type { Database, Db } from '../db/database.ts';

/** What workers do: each kind is a table whose rows wait, are claimed and end. */
export type WorkKind = 'transcribe' | 'translate' | 'send-mail';

const channel = 'work_waiting';

/** Wakes the workers once the caller's transaction commits. A lost signal costs seconds: workers also poll. */
export async function announceWork(tx: Db, kind: WorkKind): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${kind})`);
}

export const onWork = (database: Database, wake: (kind: string) => void): Promise<void> =>
  database.listen(channel, wake);
