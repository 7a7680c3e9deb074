import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { shownAttempts } from '../core/session.ts';
import type { Database } from '../db/database.ts';
import { chargeAttempt } from '../ledger/store.ts';
import type { EventLog } from '../observability/event-log.ts';
import { readAccount } from './store.ts';

export type AttemptParts = { database: Database; clock: Clock; log: EventLog };

/** Spec §7's own call: one attempt, apart from any upload. */
export const recordOwnAttempt = (userId: string, { database, clock, log }: AttemptParts): Promise<number> =>
  database.db.transaction(async (tx) => {
    const charged = await chargeAttempt(tx, { userId, reason: 'recorded by the client', at: clock.now() });
    const account = await readAccount(tx, userId);
    if (!charged || !account) throw new Failure('ATTEMPTS_EXHAUSTED');
    log('attempt_charged', { user: userId, by: 'client' });
    return shownAttempts(account);
  });
