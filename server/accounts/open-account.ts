import { freeAttempts } from '#shared/limits.ts';
import { randomToken } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import { countGrants, grantAttempts } from '../ledger/store.ts';
import type { MagicLink } from './link-store.ts';
import { mailboxOf } from './mailbox.ts';
import { findUserByEmail, insertUser, lockMailbox, readUsedAttempts, type UserRow } from './store.ts';
import type { UsedAddressHashes } from './used-addresses.ts';

type Context = { usedHashes: UsedAddressHashes; now: Date };

const freeAttemptsReason = 'free attempts';

/** Free attempts belong to a mailbox, however many of its spellings sign up (design.md §5.9). */
async function grantFreeAttempts(tx: Db, user: UserRow, { usedHashes, now }: Context): Promise<void> {
  const mailbox = mailboxOf(user.email);
  await lockMailbox(tx, mailbox);
  const used = await readUsedAttempts(tx, usedHashes(user.email));
  const given = await countGrants(tx, mailbox, freeAttemptsReason);
  const granted = Math.max(0, freeAttempts - used - given);
  await grantAttempts(tx, granted, { userId: user.id, reason: freeAttemptsReason, at: now });
}

/** First use of a link for an address without an account: only now does what was typed become an account (security.md S6). */
export async function openAccount(tx: Db, link: MagicLink, context: Context): Promise<UserRow | undefined> {
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
