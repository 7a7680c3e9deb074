import type { SessionData, VerifyCodeBody } from '#shared/contract/accounts.ts';
import type { ErrorCode } from '#shared/errors/codes.ts';
import { freeAttempts, signInCodeTries, signInCodeValidMinutes } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import { addSeconds } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { isSameSecret, randomToken, sha256 } from '../core/keys.ts';
import { describeSession } from '../core/session.ts';
import type { Db } from '../db/database.ts';
import { countGrants, grantAttempts } from '../ledger/store.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { hashCode } from './link-service.ts';
import { consumeLink, countCodeTry, findLink, type MagicLink, supersedeLinks } from './link-store.ts';
import { mailboxOf } from './mailbox.ts';
import type { SessionService } from './session-service.ts';
import { findUserByEmail, insertUser, lockMailbox, readAccount, readUsedAttempts, type UserRow } from './store.ts';
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
async function openAccount(tx: Db, link: MagicLink, context: Context): Promise<UserRow | undefined> {
  const { email, language, profile } = link;
  if (!profile) return undefined;
  const user = await insertUser(tx, {
    ...profile,
    id: randomToken(16),
    email,
    mailbox: mailboxOf(email),
    language,
    consentedAt: new Date(profile.consentedAt),
    createdAt: context.now,
  });
  if (!user) return findUserByEmail(tx, email);
  await grantFreeAttempts(tx, user, context);
  return user;
}

/** Used this soon from elsewhere: perhaps a mail scanner and not a person (security.md S13). */
const suspiciouslySoonSeconds = 300;

type Dependencies = ServiceContext & {
  usedHashes: UsedAddressHashes;
  sessions: Pick<SessionService, 'open'>;
  limiter: Limiter;
  config: Pick<Config, 'verifyClickWhenUnbound'>;
};

export type LinkReader = { ip: string; browserBinding: string | undefined };
type Newcomer = LinkReader & { device: string };
export type Verifier = Newcomer & { hasConfirmed: boolean };
type Opened = SessionData & { token: string };

const isBound = (link: MagicLink, { browserBinding }: LinkReader) =>
  browserBinding !== undefined && link.browserHash === sha256(browserBinding);

export function createVerificationService(dependencies: Dependencies) {
  const { config, database, usedHashes, sessions, clock, limiter, log } = dependencies;

  /** Only failures are counted and refused: a good link opens behind an address with wrong ones (security.md S15). */
  async function reject(code: ErrorCode, { ip }: LinkReader): Promise<never> {
    log('link_rejected', { ip, reason: code });
    await limiter.take('failedVerificationsPerIpPerMinute', ip);
    await limiter.take('failedVerificationsPerIpPerQuarterHour', ip);
    throw new Failure(code);
  }

  async function requireLive(tokenHash: string, reader: LinkReader): Promise<MagicLink> {
    const link = await findLink(database.db, tokenHash);
    if (!link) return reject('LINK_INVALID', reader);
    if (link.usedAt) return reject('LINK_USED', reader);
    if (link.expiresAt <= clock.now()) return reject('LINK_EXPIRED', reader);
    return link.supersededAt ? reject('LINK_SUPERSEDED', reader) : link;
  }

  /** Uses a live link up and opens a session: any number of callers with one link get one session between them. */
  async function open(tokenHash: string, newcomer: Newcomer): Promise<Opened | undefined> {
    const opened = await database.db.transaction(async (tx) => {
      const now = clock.now();
      const link = await consumeLink(tx, tokenHash, now);
      if (!link) return undefined;
      const user = (await findUserByEmail(tx, link.email)) ?? (await openAccount(tx, link, { usedHashes, now }));
      if (!user) return undefined;
      await supersedeLinks(tx, link.email, now);
      const session = await sessions.open(tx, user.id, newcomer.device);
      const account = await readAccount(tx, user.id);
      return account && { link, account, ...session };
    });
    if (!opened) return undefined;
    const { link, account, token, expiresAt } = opened;
    const ageSeconds = (clock.now().getTime() - link.createdAt.getTime()) / 1000;
    const isUnboundAndSoon = !isBound(link, newcomer) && ageSeconds < suspiciouslySoonSeconds;
    log('link_verified', { email: link.email, ip: newcomer.ip, isUnboundAndSoon });
    return { token, ...describeSession({ account, expiresAt }) };
  }

  return {
    /** Whose a live link is and whether this browser asked for it. Refuses exactly what `verify` refuses. */
    async inspect(token: string, reader: LinkReader): Promise<{ email: string; isBound: boolean }> {
      const link = await requireLive(sha256(token), reader);
      return { email: link.email, isBound: isBound(link, reader) };
    },

    async verify(token: string, verifier: Verifier): Promise<Opened> {
      const tokenHash = sha256(token);
      const live = await requireLive(tokenHash, verifier);
      if (config.verifyClickWhenUnbound && !verifier.hasConfirmed && !isBound(live, verifier))
        throw new Failure('LINK_CONFIRMATION_NEEDED');
      const opened = await open(tokenHash, verifier);
      if (opened) return opened;
      await requireLive(tokenHash, verifier);
      return reject('LINK_INVALID', verifier);
    },

    /**
     * Opens a session by the code of this browser's latest request. A wrong code is answered by what this browser knows
     * already, its tries and the time: whether the link was used in the meantime would tell a stranger of an account.
     */
    async verifyCode({ email, code }: VerifyCodeBody, newcomer: Newcomer): Promise<Opened> {
      const mark = newcomer.browserBinding ?? '';
      const link = await countCodeTry(database.db, email, sha256(mark));
      const isRight = isSameSecret(link?.codeHash ?? '', hashCode(mark, code));
      if (!link) return reject('CODE_WRONG', newcomer);
      const isInTime = addSeconds(link.createdAt, signInCodeValidMinutes * 60) > clock.now();
      if (isInTime && link.codeTries <= signInCodeTries) {
        const opened = isRight ? await open(link.tokenHash, newcomer) : undefined;
        if (opened) return opened;
        if (!isRight && link.codeTries < signInCodeTries) return reject('CODE_WRONG', newcomer);
      }
      return reject('CODE_OVER', newcomer);
    },
  };
}

export type VerificationService = ReturnType<typeof createVerificationService>;
