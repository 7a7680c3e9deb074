import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/** What workers do: each kind is a table whose rows wait, are claimed and end. */
export type WorkKind = 'transcribe' | 'translate' | 'send-mail';

export const workChannel = 'work_waiting';

/** Wakes the workers once the caller's transaction commits. A lost signal costs seconds: workers also poll. */
export const announceWork = (tx: Db, kind: WorkKind) => tx.execute(sql`select pg_notify(${workChannel}, ${kind})`);
