import { countUsedAttempts } from '../attempts/store.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventLog } from '../event-log.ts';
import type { Keys } from '../keys.ts';
import { deleteMailsTo } from '../mail/store.ts';
import type { Storage } from '../storage/storage.ts';
import { announceDeletion } from '../transcription/change-feed.ts';
import { isRefundable, refundOf } from '../transcription/service.ts';
import { listOfUser, lockUser } from '../transcription/store.ts';
import { deleteLinksOf } from './link-store.ts';
import { mailboxOf } from './mailbox.ts';
import { usedAddressHashes } from './open-account.ts';
import { deleteUser, readUsedAttempts, rememberUsedAttempts } from './store.ts';

type Dependencies = { database: Database; storage: Storage; keys: Keys; clock: Clock; log: EventLog };

/** Deleting an account: everything goes at once but a keyed hash of the address with the attempts it used (design.md §5.9). */
export function createDeletionService({ database, storage, keys, clock, log }: Dependencies) {
  return {
    async deleteAccount(userId: string, email: string): Promise<void> {
      const storageKeys = await database.db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const rows = await listOfUser(tx, userId);
        for (const row of rows.filter(isRefundable)) {
          await refundOf(tx, row, 'account deleted', clock.now());
        }
        // An address that comes back again and again keeps one account of what it used.
        const before = await readUsedAttempts(tx, usedAddressHashes(keys, email));
        const used = before + (await countUsedAttempts(tx, userId));
        await rememberUsedAttempts(tx, keys.addressHash(mailboxOf(email)), used, clock.now());
        await deleteUser(tx, userId);
        await deleteLinksOf(tx, email);
        await deleteMailsTo(tx, email);
        for (const { id } of rows) await announceDeletion(tx, id);
        return rows.flatMap(({ uploadKey, audioKey }) => [uploadKey, audioKey]).filter((key) => key !== null);
      });
      for (const key of storageKeys) await storage.remove(key);
      log('account_deleted', { email });
    },
  };
}

export type DeletionService = ReturnType<typeof createDeletionService>;
