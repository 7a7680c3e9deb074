import { createHmac } from 'node:crypto';
import { type Keys, randomToken } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import { mailboxOf } from './mailbox.ts';
import { keepSealedKey, sealKeyAgain } from './store.ts';

const name = 'used-addresses';

/** Hashes under which the attempts of a deleted account may be remembered; the first is the one to write under. */
export type UsedAddressHashes = (email: string) => [string, ...string[]];

/** @throws where the key of that name was sealed by a secret that is not ours: it stays as it is */
async function openKey(db: Db, keys: Keys, keyName: string): Promise<string> {
  const sealed = await keepSealedKey(db, keyName, keys.seal(randomToken(32)));
  const key = keys.unseal(sealed);
  await sealKeyAgain(db, keyName, { from: sealed, to: keys.seal(key) });
  return key;
}

/**
 * Attempts of deleted accounts are remembered for good, under a random key in the database, sealed at each start with the
 * newest secret. A process that cannot unseal it makes a key of its secret's own, and leaves the first as it is.
 */
export async function openUsedAddressHashes(db: Db, keys: Keys): Promise<UsedAddressHashes> {
  const key = await openKey(db, keys, name).catch(() => openKey(db, keys, `${name} ${keys.addressHash(name)}`));
  const hash = (mailbox: string) => createHmac('sha256', key).update(mailbox).digest('base64url');
  // Releases before kept them under the secrets, and under the address as it was typed.
  return (email) => [hash(mailboxOf(email)), ...keys.addressHashes(mailboxOf(email)), ...keys.addressHashes(email)];
}
