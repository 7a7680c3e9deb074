import type { SessionSummary } from '#shared/contract/accounts.ts';
import { sessionValidDays } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import { addSeconds } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { randomToken } from '../core/keys.ts';
import type { Session } from '../core/session.ts';
import type { Db } from '../db/database.ts';
import type { ServiceContext } from '../service-context.ts';
import type { SessionTokens } from './session-tokens.ts';
import * as store from './store.ts';

const sessionsPerUser = 5;
/** A write on every request would cost more than the check itself. */
const touchEverySeconds = 300;
const tokenLength = { least: 20, most: 2000 };

type Dependencies = ServiceContext & { tokens: SessionTokens; config: Pick<Config, 'sessionIdleHours'> };

export function createSessionService({ config, database, tokens, clock, log }: Dependencies) {
  const isOver = ({ expiresAt, lastSeenAt }: store.SessionRow, now: Date) =>
    expiresAt <= now || addSeconds(lastSeenAt, config.sessionIdleHours * 3600) <= now;

  return {
    /** Part of the caller's transaction; the oldest session beyond the limit ends (security.md S29). */
    async open(tx: Db, userId: string, device: string): Promise<{ token: string; expiresAt: Date }> {
      const now = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
      const session = {
        id: randomToken(16),
        userId,
        createdAt: clock.now(),
        expiresAt: addSeconds(now, sessionValidDays * 86_400),
        lastSeenAt: now,
        device,
      };
      await store.insertSession(tx, session, sessionsPerUser);
      const { id: sessionId, expiresAt } = session;
      return { token: await tokens.sign({ sessionId, userId }, expiresAt), expiresAt };
    },

    async authenticate(authorization: string | undefined): Promise<Session> {
      const [, bearer = ''] = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '') ?? [];
      if (bearer.length < tokenLength.least || bearer.length > tokenLength.most) throw new Failure('UNAUTHENTICATED');
      const claims = await tokens.read(bearer);
      const found = await store.readSession(database.db, claims.sessionId);
      if (found?.account.id !== claims.userId) throw new Failure('UNAUTHENTICATED');
      const { session, account } = found;
      const now = clock.now();
      if (isOver(session, now)) throw new Failure('SESSION_EXPIRED');
      if (addSeconds(session.lastSeenAt, touchEverySeconds) <= now)
        await store.touchSession(database.db, session.id, now);
      return { sessionId: session.id, account, expiresAt: session.expiresAt };
    },

    async logOut(session: Session): Promise<void> {
      await store.deleteSession(database.db, session.account.id, session.sessionId);
      log('session_revoked', { email: session.account.email, by: 'log-out' });
    },

    async list({ sessionId, account }: Session): Promise<SessionSummary[]> {
      const rows = await store.listSessionsOf(database.db, account.id);
      const now = clock.now();
      const live = rows.filter((row) => !isOver(row, now));
      const summaries = live.map(({ id, createdAt, lastSeenAt, device }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastSeenAt.toISOString(),
        device,
        isCurrent: id === sessionId,
      }));
      return summaries.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },

    async end({ account }: Session, sessionId: string): Promise<void> {
      if (!(await store.deleteSession(database.db, account.id, sessionId))) throw new Failure('NOT_FOUND');
      log('session_revoked', { email: account.email, by: 'owner' });
    },

    async endAll({ account }: Session): Promise<void> {
      await store.deleteSessions(database.db, account.id);
      log('session_revoked', { email: account.email, by: 'owner, everywhere' });
    },
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
