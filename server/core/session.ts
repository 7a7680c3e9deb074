import { type AccountSettings, type SessionData, settingNames } from '#shared/contract/accounts.ts';
import { unlimitedAttemptsShown } from '#shared/limits.ts';

/** An account as its owner sees it: attempts of work still running count as remaining (design.md §5.1). */
export type Account = { [name in keyof AccountSettings]-?: boolean | null } & {
  id: string;
  email: string;
  fullName: string;
  isUnlimited: boolean;
  mayMakeKeys: boolean;
  attemptsRemaining: number;
  /** Not yet reserved by running work: what a new upload can take. */
  attemptsFree: number;
};

export type Session = { sessionId: string; account: Account; expiresAt: Date };

export type Caller = Pick<Session, 'account'>;

export const shownAttempts = (account: Account): number =>
  account.isUnlimited ? unlimitedAttemptsShown : account.attemptsRemaining;

export function describeSession({ account, expiresAt }: Omit<Session, 'sessionId'>): SessionData {
  const attemptsRemaining = shownAttempts(account);
  const { fullName, email, isUnlimited } = account;
  const user = {
    fullName,
    email,
    attemptsRemaining,
    ...(isUnlimited ? { unlimited: true as const } : {}),
    ...Object.fromEntries(settingNames.flatMap((name) => (account[name] === null ? [] : [[name, account[name]]]))),
  };
  return { user, attemptsRemaining, expiresAt: expiresAt.toISOString() };
}
