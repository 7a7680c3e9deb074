import { replayWindowMinutes } from '#shared/limits.ts';
import { addSeconds, type Clock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { refundReservation } from '../ledger/store.ts';
import type { EventLog } from '../observability/event-log.ts';
import type { Storage } from '../storage/storage.ts';
import { deleteCreatedBefore, releaseUnsent } from './store.ts';
import { deleteSilentWorkers } from './worker-store.ts';

const daySeconds = 86_400;

type Dependencies = {
  database: Database;
  clock: Clock;
  storage: Pick<Storage, 'remove'>;
  log: EventLog;
  retentionDays: number;
};

/** Recordings and texts that have had their time, and charges for results that nobody was sent. */
export function createTranscriptionCleanUps({ database, clock, storage, log, retentionDays }: Dependencies) {
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);

  async function deleteExpired(): Promise<number> {
    const rows = await deleteCreatedBefore(database.db, before(retentionDays * daySeconds));
    for (const { audioKey, uploadKey } of rows) {
      for (const key of [audioKey, uploadKey]) if (key) await storage.remove(key);
    }
    return rows.length;
  }

  return {
    daily: [
      { name: 'workers', run: () => deleteSilentWorkers(database.db, daySeconds) },
      { name: 'expired', run: deleteExpired },
    ],

    async refundUnsent(): Promise<number> {
      const refunds = await database.db.transaction(async (tx) => {
        const rows = await releaseUnsent(tx, before(replayWindowMinutes * 60));
        const refunded = [];
        // One after the other: a transaction has one connection, which does one thing at a time.
        for (const row of rows)
          refunded.push(await refundReservation(tx, row, { reason: 'never sent', at: clock.now() }));
        return refunded;
      });
      for (const refund of refunds) log('attempt_refunded', refund);
      return refunds.length;
    },
  };
}
