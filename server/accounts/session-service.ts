import type { SessionData } from '#shared/contract/accounts.ts';
import type { SessionSummary } from '#shared/contract/sessions.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, sessionValidDays, unlimitedAttemptsShown } from '#shared/limits.ts';
import { grantAttempts } from '../attempts/store.ts';
import { addSeconds, type Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { EventLog } from '../event-log.ts';
import { Failure } from '../failure.ts';
import { type Keys, randomToken, sha256 } from '../keys.ts';
import type { Limiter } from '../limits/limiter.ts';
import { consumeLink, findLink, type MagicLink, supersedeLinks } from './link-store.ts';
import type { SessionTokens } from './session-tokens.ts';
import {
  type Account,
  deleteSession,
  deleteSessions,
  findUserByEmail,
  insertSession,
  insertUser,
  listSessionsOf,
  readAccount,
  readSession,
  readUsedAttempts,
  type SessionRow,
  touchSession,
  type UserRow,
} from './store.ts';

const sessionsPerUser = 5;
/** A write on every request would cost more than the check itself. */
const touchEverySeconds = 300;
/** Used this soon from elsewhere: perhaps a mail scanner and not a person (security.md S13). */
const suspiciouslySoonSeconds = 300;

type Dependencies = {
  database: Database;
  keys: Keys;
  tokens: SessionTokens;
  clock: Clock;
  limiter: Limiter;
  log: EventLog;
  sessionIdleHours: number;
  verifyClickWhenUnbound: boolean;
};

export type Verifier = {
  ip: string;
  language: Language;
  browserMark: string | undefined;
  hasConfirmed: boolean;
  device: string;
};
export type LinkReader = Pick<Verifier, 'ip' | 'browserMark'>;
export type Session = { sessionId: string; account: Account; expiresAt: Date };

/** The account as the contract shows it. */
export function describeSession({ account, expiresAt }: Omit<Session, 'sessionId'>): SessionData {
  const attemptsRemaining = shownAttempts(account);
  const { fullName, email } = account;
  const user = { fullName, email, attemptsRemaining, ...(account.isUnlimited ? { unlimited: true as const } : {}) };
  return { user, attemptsRemaining, expiresAt: expiresAt.toISOString() };
}

export const shownAttempts = (account: Account): number =>
  account.isUnlimited ? unlimitedAttemptsShown : account.attemptsRemaining;

/** Using links and holding sessions. */
export function createSessionService(dependencies: Dependencies) {
  const { database, keys, tokens, clock, limiter, log } = dependencies;

  function refusalOf(link: MagicLink | undefined): Failure {
    if (!link) return new Failure('LINK_INVALID');
    if (link.usedAt) return new Failure('LINK_USED');
    return new Failure(link.expiresAt <= clock.now() ? 'LINK_EXPIRED' : 'LINK_SUPERSEDED');
  }

  async function reject(failure: Failure, verifier: LinkReader): Promise<never> {
    log('link_rejected', { ip: verifier.ip, reason: failure.code });
    await limiter.note('failedVerificationsPerIpPerMinute', verifier.ip);
    await limiter.note('failedVerificationsPerIpPerQuarterHour', verifier.ip);
    throw failure;
  }

  const isBound = (link: MagicLink, verifier: LinkReader) =>
    verifier.browserMark !== undefined && link.browserHash === sha256(verifier.browserMark);

  /** First use of a link for an address without an account: only now does what was typed become an account (S6). */
  async function openAccount(tx: Db, link: MagicLink): Promise<UserRow | undefined> {
    if (!link.profile) return undefined;
    const now = clock.now();
    const { fullName, title, organization, policyVersion, consentedAt } = link.profile;
    const consent = { policyVersion, consentedAt: new Date(consentedAt) };
    const { email, language } = link;
    const user = await insertUser(tx, {
      id: randomToken(16),
      email,
      fullName,
      title,
      organization,
      language,
      ...consent,
      createdAt: now,
    });
    if (!user) return findUserByEmail(tx, email);
    const granted = Math.max(0, freeAttempts - (await readUsedAttempts(tx, keys.addressHashes(email))));
    await grantAttempts(tx, granted, { userId: user.id, reason: 'free attempts', at: now });
    return user;
  }

  async function openSession(tx: Db, userId: string, device: string): Promise<{ sessionId: string; expiresAt: Date }> {
    const now = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
    const session = {
      id: randomToken(16),
      userId,
      createdAt: clock.now(),
      expiresAt: addSeconds(now, sessionValidDays * 86_400),
      lastSeenAt: now,
      device,
    };
    await insertSession(tx, session, sessionsPerUser);
    return { sessionId: session.id, expiresAt: session.expiresAt };
  }

  return {
    /** Whose a live link is and whether this browser asked for it. Refuses exactly what `verify` refuses. */
    async inspect(token: string, reader: LinkReader): Promise<{ email: string; isBound: boolean }> {
      await limiter.check('failedVerificationsPerIpPerMinute', reader.ip);
      await limiter.check('failedVerificationsPerIpPerQuarterHour', reader.ip);
      const link = await findLink(database.db, sha256(token));
      if (!link || link.usedAt || link.supersededAt || link.expiresAt <= clock.now())
        return reject(refusalOf(link), reader);
      return { email: link.email, isBound: isBound(link, reader) };
    },

    /** Uses a link up and opens a session: any number of callers with one link get one session between them. */
    async verify(token: string, verifier: Verifier): Promise<SessionData & { token: string }> {
      await limiter.check('failedVerificationsPerIpPerMinute', verifier.ip);
      await limiter.check('failedVerificationsPerIpPerQuarterHour', verifier.ip);
      const tokenHash = sha256(token);
      if (dependencies.verifyClickWhenUnbound && !verifier.hasConfirmed) {
        const link = await findLink(database.db, tokenHash);
        if (link && !link.usedAt && !isBound(link, verifier)) throw new Failure('LINK_CONFIRMATION_NEEDED');
      }
      const opened = await database.db.transaction(async (tx) => {
        const now = clock.now();
        const link = await consumeLink(tx, tokenHash, now);
        if (!link) return undefined;
        const user = (await findUserByEmail(tx, link.email)) ?? (await openAccount(tx, link));
        if (!user) return undefined;
        await supersedeLinks(tx, link.email, now);
        const session = await openSession(tx, user.id, verifier.device);
        const account = await readAccount(tx, user.id);
        return account && { link, account, ...session };
      });
      if (!opened) return reject(refusalOf(await findLink(database.db, tokenHash)), verifier);
      const { link, account, sessionId, expiresAt } = opened;
      const ageSeconds = (clock.now().getTime() - link.createdAt.getTime()) / 1000;
      const isUnboundAndSoon = !isBound(link, verifier) && ageSeconds < suspiciouslySoonSeconds;
      log('link_verified', { email: link.email, ip: verifier.ip, isUnboundAndSoon });
      const signed = await tokens.sign({ sessionId, userId: account.id }, expiresAt);
      return { token: signed, ...describeSession({ account, expiresAt }) };
    },

    /** @throws {Failure} `UNAUTHENTICATED` or `SESSION_EXPIRED` */
    async authenticate(authorization: string | undefined): Promise<Session> {
      const bearer = /^Bearer ([\w.-]{20,2000})$/i.exec(authorization ?? '')?.[1];
      if (!bearer) throw new Failure('UNAUTHENTICATED');
      const claims = await tokens.read(bearer);
      const found = await readSession(database.db, claims.sessionId);
      if (found?.account.id !== claims.userId) throw new Failure('UNAUTHENTICATED');
      const { session, account } = found;
      const now = clock.now();
      const idleEnd = addSeconds(session.lastSeenAt, dependencies.sessionIdleHours * 3600);
      if (session.expiresAt <= now || idleEnd <= now) throw new Failure('SESSION_EXPIRED');
      if (addSeconds(session.lastSeenAt, touchEverySeconds) <= now) await touchSession(database.db, session.id, now);
      return { sessionId: session.id, account, expiresAt: session.expiresAt };
    },

    async logOut(session: Session): Promise<void> {
      await deleteSession(database.db, session.account.id, session.sessionId);
      log('session_revoked', { email: session.account.email, by: 'log-out' });
    },

    /** The session in use first, then the latest used. */
    async list({ sessionId, account }: Session): Promise<SessionSummary[]> {
      const rows = await listSessionsOf(database.db, account.id);
      const now = clock.now();
      const isLive = (row: SessionRow) =>
        row.expiresAt > now && addSeconds(row.lastSeenAt, dependencies.sessionIdleHours * 3600) > now;
      const summaries = rows.filter(isLive).map(({ id, createdAt, lastSeenAt, device }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastSeenAt.toISOString(),
        device,
        isCurrent: id === sessionId,
      }));
      return summaries.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },

    /** @throws {Failure} `NOT_FOUND` for what is no session of this person's */
    async end({ account }: Session, sessionId: string): Promise<void> {
      if (!(await deleteSession(database.db, account.id, sessionId))) throw new Failure('NOT_FOUND');
      log('session_revoked', { email: account.email, by: 'owner' });
    },

    async endAll({ account }: Session): Promise<void> {
      await deleteSessions(database.db, account.id);
      log('session_revoked', { email: account.email, by: 'owner, everywhere' });
    },
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
