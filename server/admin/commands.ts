import { normaliseEmail } from '#shared/contract/sign-up-fields.ts';
import { deleteSessions, findUserByEmail, listUsers, setUnlimited, type UserRow } from '../accounts/store.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventLog } from '../event-log.ts';
import { findUnbalancedUsers, grantAttempts } from '../ledger/store.ts';
import type { AccountDeletion } from '../retention/delete-account.ts';
import type { Sweeper } from '../retention/sweep.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  log: EventLog;
  sweeper: Sweeper;
  deletion: AccountDeletion;
};

export const adminUsage = `Usage: npm run admin -- COMMAND
  grant EMAIL --attempts N     gives N more attempts
  premium EMAIL [--off]        unlimited attempts, or no longer
  revoke-sessions EMAIL|--all  signs out everywhere
  delete-user EMAIL            deletes the account with everything in it
  list                         the latest 200 accounts
  sweep                        runs the daily clean-up now
  check                        compares every balance with its ledger`;

const listLength = 200;

/** What operators can do (design.md §5.5); answers are lines for a terminal. */
export function createAdminCommands({ database, clock, log, sweeper, deletion }: Dependencies) {
  const { db } = database;

  async function requireUser(email: string | undefined): Promise<UserRow> {
    const user = email ? await findUserByEmail(db, normaliseEmail(email)) : undefined;
    if (!user) throw new Error(email ? `There is no account with the address ${email}.` : adminUsage);
    return user;
  }

  async function grant(email: string | undefined, countText: string | undefined): Promise<string> {
    const count = Number(countText);
    if (!Number.isInteger(count) || count < 1 || count > 100_000) throw new Error('Say how many: --attempts 10');
    const user = await requireUser(email);
    await db.transaction((tx) => grantAttempts(tx, count, { userId: user.id, reason: 'operator', at: clock.now() }));
    log('attempts_granted', { email: user.email, count });
    return `${user.email} has ${user.attempts + count} attempts.`;
  }

  async function revokeSessions(who: string | undefined): Promise<string> {
    const user = who === '--all' ? undefined : await requireUser(who);
    const count = await deleteSessions(db, user ? user.id : 'everybody');
    log('session_revoked', { email: user?.email, by: 'operator', count });
    return `${count} sessions ended.`;
  }

  const lineOf = (user: UserRow) =>
    [
      user.email,
      user.fullName,
      user.isUnlimited ? 'unlimited' : `${user.attempts} attempts`,
      user.createdAt.toISOString(),
    ].join('\t');

  return async function runCommand([command, subject, ...options]: string[]): Promise<string> {
    switch (command) {
      case 'grant':
        return grant(subject, options[options.indexOf('--attempts') + 1]);
      case 'premium': {
        const user = await requireUser(subject);
        const isOn = !options.includes('--off');
        await setUnlimited(db, user.id, isOn);
        log('premium_changed', { email: user.email, isOn });
        return `${user.email} ${isOn ? 'now has unlimited attempts' : `is back to ${user.attempts} attempts`}.`;
      }
      case 'revoke-sessions':
        return revokeSessions(subject);
      case 'delete-user': {
        const user = await requireUser(subject);
        await deletion.deleteAccount(user.id, user.email);
        return `${user.email} is deleted.`;
      }
      case 'list':
        return (await listUsers(db, listLength)).map(lineOf).join('\n') || 'No accounts yet.';
      case 'sweep': {
        const report = await sweeper.sweep();
        return `Deleted: ${Object.entries(report)
          .map(([name, count]) => `${count} ${name}`)
          .join(', ')}.`;
      }
      case 'check': {
        const unbalanced = await findUnbalancedUsers(db);
        return unbalanced.length === 0 ? 'Every balance equals its ledger.' : `Unbalanced: ${unbalanced.join(', ')}`;
      }
      default:
        throw new Error(adminUsage);
    }
  };
}

export type AdminCommands = ReturnType<typeof createAdminCommands>;
