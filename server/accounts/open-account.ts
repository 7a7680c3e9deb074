import { freeAttempts } from '#shared/limits.ts';
import { type Keys, randomToken } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import { countGrants, grantAttempts } from '../ledger/store.ts';
import type { MagicLink } from './link-store.ts';
import { mailboxOf } from './mailbox.ts';
import { findUserByEmail, insertUser, lockMailbox, readUsedAttempts, type UserRow } from './store.ts';

const freeAttemptsReason = 'free attempts';

/** Keyed hashes under which the attempts of a deleted account may be remembered: of its mailbox, and of the address as it was before. */
export const usedAddressHashes = (keys: Keys, email: string): string[] => [
  ...new Set([...keys.addressHashes(mailboxOf(email)), ...keys.addressHashes(email)]),
];

/** Free attempts belong to a mailbox, however many of its spellings sign up (design.md §5.9). */
async function grantFreeAttempts(tx: Db, user: UserRow, { keys, now }: { keys: Keys; now: Date }): Promise<void> {
  const mailbox = mailboxOf(user.email);
  await lockMailbox(tx, mailbox);
  const used = await readUsedAttempts(tx, usedAddressHashes(keys, user.email));
  const given = await countGrants(tx, mailbox, freeAttemptsReason);
  const granted = Math.max(0, freeAttempts - used - given);
  await grantAttempts(tx, granted, { userId: user.id, reason: freeAttemptsReason, at: now });
}

/** First use of a link for an address without an account: only now does what was typed become an account (security.md S6). */
export async function openAccount(
  tx: Db,
  link: MagicLink,
  context: { keys: Keys; now: Date },
): Promise<UserRow | undefined> {
  if (!link.profile) return undefined;
  const { fullName, title, organization, policyVersion, consentedAt } = link.profile;
  const { email, language } = link;
  const user = await insertUser(tx, {
    id: randomToken(16),
    email,
    mailbox: mailboxOf(email),
    fullName,
    title,
    organization,
    language,
    policyVersion,
    consentedAt: new Date(consentedAt),
    createdAt: context.now,
  });
  if (!user) return findUserByEmail(tx, email);
  await grantFreeAttempts(tx, user, context);
  return user;
}
