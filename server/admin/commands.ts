import { normaliseEmail } from '#shared/contract/sign-up-fields.ts';
import { deleteSessions, findUserByEmail, listUsers, setUnlimited, type UserRow } from '../accounts/store.ts';
import type { Keys } from '../core/keys.ts';
import { findUnbalancedUsers, grantAttempts } from '../ledger/store.ts';
import { setMayMakeKeys } from '../programs/key-store.ts';
import type { AccountDeletion } from '../retention/delete-account.ts';
import type { Sweeper } from '../retention/sweeper.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Storage } from '../storage/storage.ts';
import { runCorrectionCommand } from './correction-commands.ts';
import { exportAccount } from './export-account.ts';
import { showText } from './show-text.ts';
import { listActions, readStats, recordAction } from './store.ts';
import { adminUsage } from './usage.ts';

type Dependencies = ServiceContext & {
  storage: Pick<Storage, 'signUrl' | 'fetchTo'>;
  keys: Pick<Keys, 'addressHash'>;
  sweeper: Pick<Sweeper, 'sweep'>;
  deleteAccount: AccountDeletion;
};

export type AdminResult = { text: string; data: unknown };

const listLength = 200;

const lineOf = (user: UserRow) =>
  [
    user.email,
    showText(user.fullName),
    user.isUnlimited ? 'unlimited' : `${user.attempts} attempts`,
    user.createdAt.toISOString(),
  ].join('\t');

type Command = (subject: string | undefined, options: string[], actor: string) => Promise<AdminResult>;

function createAccountCommands({ database: { db }, storage, clock, log, deleteAccount }: Dependencies) {
  async function requireUser(email: string | undefined): Promise<UserRow> {
    const user = email ? await findUserByEmail(db, normaliseEmail(email)) : undefined;
    if (!user) throw new Error(email ? `There is no account with the address ${email}.` : adminUsage);
    return user;
  }

  return {
    async grant(email, options) {
      const count = Number(options[options.indexOf('--attempts') + 1]);
      if (!Number.isInteger(count) || count < 1 || count > 100_000) throw new Error('Say how many: --attempts 10');
      const user = await requireUser(email);
      await db.transaction((tx) => grantAttempts(tx, count, { userId: user.id, reason: 'operator', at: clock.now() }));
      log('attempts_granted', { email: user.email, count });
      const attempts = user.attempts + count;
      return { text: `${user.email} has ${attempts} attempts.`, data: { email: user.email, attempts } };
    },

    async premium(email, options) {
      const user = await requireUser(email);
      const isOn = !options.includes('--off');
      await setUnlimited(db, user.id, isOn);
      log('premium_changed', { email: user.email, isOn });
      const text = `${user.email} ${isOn ? 'now has unlimited attempts' : `is back to ${user.attempts} attempts`}.`;
      return { text, data: { email: user.email, isUnlimited: isOn } };
    },

    async 'allow-keys'(email, options) {
      const user = await requireUser(email);
      const isOn = !options.includes('--off');
      await db.transaction((tx) => setMayMakeKeys(tx, user.id, isOn));
      log('keys_allowed', { email: user.email, isOn });
      const text = `${user.email} ${isOn ? 'may make keys for programs' : 'has no keys for programs any more'}.`;
      return { text, data: { email: user.email, mayMakeKeys: isOn } };
    },

    async 'revoke-sessions'(who) {
      const user = who === '--all' ? undefined : await requireUser(who);
      const count = await deleteSessions(db, user ? user.id : 'all');
      log('session_revoked', { email: user?.email, by: 'operator', count });
      return { text: `${count} sessions ended.`, data: { ended: count } };
    },

    async 'delete-user'(email) {
      const user = await requireUser(email);
      await deleteAccount(user.id, user.email);
      return { text: `${user.email} is deleted.`, data: { deleted: user.email } };
    },

    async export(email) {
      const data = await exportAccount(db, storage, await requireUser(email));
      return { text: JSON.stringify(data, null, 2), data };
    },

    async list() {
      const rows = await listUsers(db, listLength);
      return { text: rows.map(lineOf).join('\n') || 'No accounts yet.', data: rows };
    },
  } satisfies Record<string, Command>;
}

function createServiceCommands({ database: { db }, storage, clock, sweeper }: Dependencies) {
  return {
    corrections: (action, options, actor) => runCorrectionCommand({ db, storage, clock, actor }, action, options),

    async stats() {
      const data = await readStats(db);
      const words = (value: unknown) => JSON.stringify(value).replaceAll(/["{}]/g, '').replaceAll(',', ', ');
      const lines = Object.entries(data).map(([name, value]) => `${name}: ${words(value) || 'none'}`);
      return { text: lines.join('\n'), data };
    },

    async actions() {
      const data = await listActions(db, listLength);
      const lines = data.map(({ at, actor, command, subjectHash, outcome }) =>
        [at.toISOString(), actor, command, subjectHash ?? '', outcome].join('\t'),
      );
      return { text: lines.join('\n') || 'No commands yet.', data };
    },

    async sweep() {
      const data = await sweeper.sweep();
      const counts = Object.entries(data).map(([name, count]) => `${count} ${name}`);
      return { text: `Deleted: ${counts.join(', ')}.`, data };
    },

    async check() {
      const unbalanced = await findUnbalancedUsers(db);
      const text =
        unbalanced.length === 0 ? 'Every balance equals its ledger.' : `Unbalanced: ${unbalanced.join(', ')}`;
      return { text, data: { unbalanced } };
    },
  } satisfies Record<string, Command>;
}

/** A slip in one of these must not do the opposite: `premium EMAIL -off` would give. */
const knownOptions = new Set(['--attempts', '--off', '--unchecked']);
/** An id, of which one in 64 begins with a hyphen, has 16 characters. */
const writtenAsOption = /^--?[a-z]{0,12}(?:=|$)/i;

/** These show nothing personal and change nothing. */
const unrecorded = new Set(['stats', 'actions', 'check']);

/** What operators can do (design.md §5.5). Who gave which command is kept; of the address it was about, a keyed hash. */
export function createAdminCommands(dependencies: Dependencies) {
  const { database, keys } = dependencies;
  const commands = new Map<string, Command>(
    Object.entries({ ...createAccountCommands(dependencies), ...createServiceCommands(dependencies) }),
  );

  return async function runCommand([name = '', subject, ...options]: string[], actor: string): Promise<AdminResult> {
    const command = commands.get(name);
    const hasSlip = options.some((option) => writtenAsOption.test(option) && !knownOptions.has(option));
    if (!command || hasSlip) throw new Error(adminUsage);
    const record = async (outcome: string) => {
      if (unrecorded.has(name)) return;
      const subjectHash = subject?.includes('@') ? keys.addressHash(normaliseEmail(subject)).slice(0, 16) : null;
      const given = name === 'corrections' ? `${name} ${subject}` : name;
      await recordAction(database.db, { actor, command: given, subjectHash, outcome });
    };
    try {
      const result = await command(subject, options, actor);
      await record('done');
      return result;
    } catch (error) {
      await record('failed').catch(() => {});
      throw error;
    }
  };
}

export type AdminCommands = ReturnType<typeof createAdminCommands>;
