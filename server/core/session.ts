import type { SessionData } from '#shared/contract/accounts.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';

/** An account as its owner sees it: attempts of work still running count as remaining (design.md §5.1). */
export type Account = {
  id: string;
  email: string;
  fullName: string;
  isUnlimited: boolean;
  mayTeach: boolean | null;
  attemptsRemaining: number;
  /** Not yet reserved by running work: what a new upload can take. */
  attemptsFree: number;
};

/** Who asks: what every endpoint that needs a session is given. */
export type Session = { sessionId: string; account: Account; expiresAt: Date };

export const shownAttempts = (account: Account): number =>
  account.isUnlimited ? unlimitedAttemptsShown : account.attemptsRemaining;

/** The account as the contract shows it. */
export function describeSession({ account, expiresAt }: Omit<Session, 'sessionId'>): SessionData {
  const attemptsRemaining = shownAttempts(account);
  const { fullName, email, isUnlimited, mayTeach } = account;
  const user = {
    fullName,
    email,
    attemptsRemaining,
    ...(isUnlimited ? { unlimited: true as const } : {}),
    ...(mayTeach === null ? {} : { mayTeach }),
  };
  return { user, attemptsRemaining, expiresAt: expiresAt.toISOString() };
}
