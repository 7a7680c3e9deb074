import { deleteLinksOf } from '../accounts/link-store.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import { deleteUser, lockMailbox, readUsedAttempts, rememberUsedAttempts } from '../accounts/store.ts';
import type { UsedAddressHashes } from '../accounts/used-addresses.ts';
import { countUsedAttempts, isRefundable, refundReservation } from '../ledger/store.ts';
import { deleteMailsTo } from '../mail/store.ts';
import type { ServiceContext } from '../service-context.ts';
import { removeObjects, type Storage } from '../storage/storage.ts';
import { listOfUser, lockUser, storageKeysOf } from '../transcription/store.ts';
import { announceDeletion } from '../transcription/watch-transcription.ts';

type Dependencies = ServiceContext & { storage: Pick<Storage, 'remove'>; usedHashes: UsedAddressHashes };

/** Deleting an account: everything goes at once but a keyed hash of the address with the attempts it used (design.md §5.9). */
export function createAccountDeletion({ database, storage, usedHashes, clock, log }: Dependencies) {
  return async (userId: string, email: string): Promise<void> => {
    const gone = await database.db.transaction(async (tx) => {
      // In the order of those who open accounts of this mailbox, and before them or after: what it used is counted once.
      await deleteLinksOf(tx, email);
      await lockMailbox(tx, mailboxOf(email));
      await lockUser(tx, userId);
      const rows = await listOfUser(tx, userId);
      for (const row of rows.filter(isRefundable)) {
        await refundReservation(tx, row, { reason: 'account deleted', at: clock.now() });
      }
      // An address that comes back again and again keeps one account of what it used.
      const hashes = usedHashes(email);
      const before = await readUsedAttempts(tx, hashes);
      const used = before + (await countUsedAttempts(tx, userId));
      await rememberUsedAttempts(tx, hashes[0], used, clock.now());
      await deleteUser(tx, userId);
      await deleteMailsTo(tx, email);
      for (const { id } of rows) await announceDeletion(tx, id);
      return rows;
    });
    await removeObjects(storage, storageKeysOf(gone));
    log('account_deleted', { email });
  };
}

export type AccountDeletion = ReturnType<typeof createAccountDeletion>;
