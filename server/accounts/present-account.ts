import type { SessionData } from '#shared/contract/accounts.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';
import type { Account, Session } from '../core/session.ts';

export const shownAttempts = (account: Account): number =>
  account.isUnlimited ? unlimitedAttemptsShown : account.attemptsRemaining;

/** The account as the contract shows it. */
export function describeSession({ account, expiresAt }: Omit<Session, 'sessionId'>): SessionData {
  const attemptsRemaining = shownAttempts(account);
  const { fullName, email } = account;
  const user = { fullName, email, attemptsRemaining, ...(account.isUnlimited ? { unlimited: true as const } : {}) };
  return { user, attemptsRemaining, expiresAt: expiresAt.toISOString() };
}
