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
 * Attempts of deleted accounts are remembered for good, under a key that outlives SESSION_SECRET: a random one, kept in
 * the database and sealed by the secret. Each start seals it with the newest secret, so that the one before may go.
 * A process with another secret, by mistake or since it was replaced at once, makes a key of that secret's own: the
 * first is found again by those who can unseal it.
 */
export async function openUsedAddressHashes(db: Db, keys: Keys): Promise<UsedAddressHashes> {
  const key = await openKey(db, keys, name).catch(() => openKey(db, keys, `${name} ${keys.addressHash(name)}`));
  const hash = (mailbox: string) => createHmac('sha256', key).update(mailbox).digest('base64url');
  // Releases before kept them under the secrets, and under the address as it was typed.
  return (email) => [hash(mailboxOf(email)), ...keys.addressHashes(mailboxOf(email)), ...keys.addressHashes(email)];
}
