import { replayWindowMinutes, unverifiedKeptHours } from '#shared/limits.ts';
import { deleteOldLinks } from '../accounts/link-store.ts';
import { deleteEndedSessions } from '../accounts/store.ts';
import { addSeconds, type Clock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { refundReservation } from '../ledger/store.ts';
import { deleteOldMails } from '../mail/store.ts';
import type { EventLog } from '../observability/event-log.ts';
import type { Storage } from '../storage/storage.ts';
import {
  deleteCreatedBefore,
  deleteDoubtedBefore,
  releaseUnsent,
  type TranscriptionRow,
} from '../transcription/store.ts';
import { deleteSilentWorkers } from '../transcription/worker-store.ts';

/** Long enough to answer "this link was used". */
const keepLinksSeconds = 30 * 86_400;
/** Long enough to look into a mail that did not arrive. */
const keepMailsSeconds = 30 * 86_400;
const daySeconds = 86_400;

type Dependencies = {
  database: Database;
  clock: Clock;
  storage: Pick<Storage, 'remove'>;
  log: EventLog;
  sessionIdleHours: number;
  retentionDays: number;
};

/** What has had its time, a table at a time, and charges for results that nobody was sent. */
export function createCleanUps({ database, clock, storage, log, sessionIdleHours, retentionDays }: Dependencies) {
  const { db } = database;
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);
  const unverified = () => before(unverifiedKeptHours * 3600);

  async function removeFilesOf(rows: readonly TranscriptionRow[]): Promise<number> {
    for (const { audioKey, uploadKey } of rows)
      for (const key of [audioKey, uploadKey]) if (key) await storage.remove(key);
    return rows.length;
  }

  return {
    daily: [
      { name: 'links', run: () => deleteOldLinks(db, { ended: before(keepLinksSeconds), unverified: unverified() }) },
      { name: 'sessions', run: () => deleteEndedSessions(db, clock.now(), before(sessionIdleHours * 3600)) },
      { name: 'mails', run: () => deleteOldMails(db, { written: before(keepMailsSeconds), unverified: unverified() }) },
      { name: 'workers', run: () => deleteSilentWorkers(db, daySeconds) },
      {
        name: 'expired',
        run: async () => removeFilesOf(await deleteCreatedBefore(db, before(retentionDays * daySeconds))),
      },
      { name: 'doubted', run: async () => removeFilesOf(await deleteDoubtedBefore(db, before(daySeconds))) },
    ],

    async refundUnsent(): Promise<number> {
      const at = clock.now();
      const refunds = await db.transaction(async (tx) => {
        const rows = await releaseUnsent(tx, before(replayWindowMinutes * 60));
        const refunded = [];
        // One after the other: a transaction has one connection, which does one thing at a time.
        for (const row of rows) refunded.push(await refundReservation(tx, row, { reason: 'never sent', at }));
        return refunded;
      });
      for (const refund of refunds) log('attempt_refunded', refund);
      return refunds.length;
    },
  };
}
