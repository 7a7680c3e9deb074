import type { Basis } from '../basis.ts';
import { Failure } from '../core/failure.ts';
import { shownAttempts } from '../core/session.ts';
import { chargeAttempt } from '../ledger/store.ts';
import { readAccount } from './store.ts';

/** Spec §7's own call: one attempt, apart from any upload. */
export const recordOwnAttempt = (userId: string, { database, clock, log }: Basis): Promise<number> =>
  database.db.transaction(async (tx) => {
    const charged = await chargeAttempt(tx, { userId, reason: 'recorded by the client', at: clock.now() });
    const account = await readAccount(tx, userId);
    if (!charged || !account) throw new Failure('ATTEMPTS_EXHAUSTED');
    log('attempt_charged', { user: userId, by: 'client' });
    return shownAttempts(account);
  });
