import { createHmac } from 'node:crypto';
import { type Keys, randomToken } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import { mailboxOf } from './mailbox.ts';
import { keepSealedKey, readSealedKey, sealKeyAgain } from './store.ts';

const name = 'used-addresses';

/** Hashes under which the attempts of a deleted account may be remembered; the first is the one to write under. */
export type UsedAddressHashes = (email: string) => [string, ...string[]];

/**
 * Attempts of deleted accounts are remembered for good, under a key that outlives SESSION_SECRET: a random one, kept in
 * the database and sealed by the secret. Each start seals it with the newest secret, so that the one before may go. A
 * secret that is replaced at once, with no start that knew both, loses it.
 */
export async function openUsedAddressHashes(db: Db, keys: Keys): Promise<UsedAddressHashes> {
  await keepSealedKey(db, name, keys.seal(randomToken(32)));
  const sealed = await readSealedKey(db, name);
  let key: string;
  try {
    key = keys.unseal(sealed);
  } catch {
    key = randomToken(32);
  }
  await sealKeyAgain(db, name, { from: sealed, to: keys.seal(key) });
  const hash = (mailbox: string) => createHmac('sha256', key).update(mailbox).digest('base64url');
  // Releases before kept them under the secrets, and under the address as it was typed.
  return (email) => [hash(mailboxOf(email)), ...keys.addressHashes(mailboxOf(email)), ...keys.addressHashes(email)];
}
