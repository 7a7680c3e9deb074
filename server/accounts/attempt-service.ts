import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { shownAttempts } from '../core/session.ts';
import type { Database } from '../db/database.ts';
import { chargeAttempt } from '../ledger/store.ts';
import type { EventLog } from '../observability/event-log.ts';
import { readAccount } from './store.ts';

type Dependencies = { database: Database; clock: Clock; log: EventLog };

export function createAttemptService({ database, clock, log }: Dependencies) {
  return {
    /** Spec §7's own call: one attempt, apart from any upload. */
    async recordOne(userId: string): Promise<number> {
      return database.db.transaction(async (tx) => {
        const charged = await chargeAttempt(tx, { userId, reason: 'recorded by the client', at: clock.now() });
        const account = await readAccount(tx, userId);
        if (!charged || !account) throw new Failure('ATTEMPTS_EXHAUSTED');
        log('attempt_charged', { user: userId, by: 'client' });
        return shownAttempts(account);
      });
    },
  };
}

export type AttemptService = ReturnType<typeof createAttemptService>;
