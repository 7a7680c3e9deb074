import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionData, verifyCode as VerifyCode } from '#shared/contract/accounts.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { tokenStorageKey } from '#shared/limits.ts';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { noteVisit, readJson } from '../../lib/browser-storage.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { keepOnlyDataOf } from '../../lib/device-store.ts';
import { openContext, useServices } from '../../lib/services.ts';
import { forgetSharedAudio } from '../../lib/shared-audio.ts';
import type { TokenStorage } from '../../lib/token-store.ts';

const loadContract = async () => (await import('../../lib/account-contract.ts')).accountContract;

/** Spec §3, Auth state and its operations. */
function useSessionValue() {
  const { api, tokens, clock, storage } = useServices();
  const { state, setState, refreshSession } = useFollowedSession();

  const operations = useMemo(() => {
    const forgetSession = async () => {
      // Before the token goes: another tab takes a token that went alone for a session that has ended.
      storage.removeItem(rememberedKey);
      tokens.clear();
      setState(signedOut);
      // Nothing personal stays on the device.
      await Promise.all([keepOnlyDataOf(undefined), forgetSharedAudio()]);
    };
    const begin = async ({ message, data: { token, ...session } }: ResponseOf<typeof VerifyCode>) => {
      await keepOnlyDataOf(session.user.email);
      tokens.write(token);
      const fetched = { ...session, token, createdAt: new Date(clock.now()).toISOString() };
      rememberSession(storage, fetched);
      setState(signedIn(fetched));
      return { success: true as const, message };
    };
    return {
      /** The number an upload or an attempt answered with, everywhere it is told. */
      changeAttempts: (attemptsRemaining: number) =>
        setState(({ session, ...rest }) => {
          const attempts = { attemptsRemaining };
          return { ...rest, session: session && { ...session, ...attempts, user: { ...session.user, ...attempts } } };
        }),
      /** The server has ended the session already: as after a sign-out, with nothing left to tell. */
      forgetSession,
      /** Spec §3: uses up a magic link that the person meant, to success and a word of welcome; throws `CallFailure`. */
      verifyMagicLink: async (token: string) => {
        const { verifyMagicLink } = await loadContract();
        return begin(await api.call(verifyMagicLink, { params: { token }, query: { confirm: '1' } }));
      },
      /** The six digits of the same mail, to a word of welcome; throws `CallFailure`. */
      verifyCode: async (email: string, code: string) => {
        const { verifyCode } = await loadContract();
        return begin(await api.call(verifyCode, { body: { email, code } }));
      },
      /** Ends the session here even when the server cannot be reached, and leaves nothing personal on the device. */
      signOut: async () => {
        // The call carries the token, so it starts before the token goes; its outcome changes nothing here.
        const contract = await loadContract().catch(() => undefined);
        const told = contract && api.call(contract.logOut, {}).catch(() => undefined);
        await forgetSession();
        await told;
      },
    };
  }, [api, tokens, clock, storage, setState]);

  return useMemo(
    () => ({
      user: state.session?.user,
      isAuthenticated: state.session !== undefined,
      attemptsRemaining: state.session?.attemptsRemaining ?? 0,
      loading: state.loading,
      /** What is to be known of the session, or that it has ended by itself. */
      notice: state.notice,
      refreshSession,
      ...operations,
    }),
    [state, refreshSession, operations],
  );
}

export type SessionContextValue = ReturnType<typeof useSessionValue>;

const [SessionContext, useSession] = openContext<SessionContextValue>('SessionProvider');

export { useSession };

export const SessionProvider = ({ children }: { children: ReactNode }) => (
  <SessionContext value={useSessionValue()}>{children}</SessionContext>
);

/** Spec §3, Session: what the server said, and when the client learned it. */
type Session = SessionData & { token: string; createdAt: string };

/** Spec §4, Auth. */
type SessionState = {
  loading: boolean;
  session: Session | undefined;
  /**
   * `network`, `server`: it could not be asked for, goes on, and is asked for again (design.md §5.14). `ending`: due for
   * refresh (spec §4), which takes a new link; said while there is still time to finish.
   */
  notice: 'network' | 'server' | 'ending' | 'ended' | undefined;
};

const signedOut: SessionState = { loading: false, session: undefined, notice: undefined };
const signedIn = (session: Session): SessionState => ({ loading: false, session, notice: undefined });

const rememberedKey = 'somalispeak_session';

/**
 * Who is signed in here, as the server said last: without a line the page still knows whose results the device keeps.
 * It counts only together with the token it came with, and goes when that ends.
 */
function rememberSession(storage: TokenStorage, session: Session): void {
  // A browser that was signed in to needs no invitation to sign up.
  noteVisit(storage);
  storage.setItem(rememberedKey, JSON.stringify(session));
}

const firstPauseSeconds = 2;
const longestPauseSeconds = 60;
const endWatchMilliseconds = 60_000;

/** Asks for the session when `PageStart` does, when another tab or the network changes something, and after trouble. */
function useFollowedSession() {
  const { api, tokens, clock, storage } = useServices();
  const [state, setState] = useState<SessionState>({ ...signedOut, loading: true });
  const cancelNext = useRef(() => {});
  const pauseSeconds = useRef(firstPauseSeconds);

  const end = useCallback(() => {
    // After a sign-out nothing is remembered.
    const hasEnded = storage.getItem(rememberedKey) !== null;
    storage.removeItem(rememberedKey);
    setState(({ notice }) => (hasEnded || notice === 'ended' ? { ...signedOut, notice: 'ended' } : signedOut));
  }, [storage]);

  const refreshSession = useCallback(async (): Promise<void> => {
    cancelNext.current();
    const token = tokens.read();
    if (token === undefined) {
      tokens.clear();
      return end();
    }
    // Meanwhile another person may have signed in here, or out: what comes back is no longer asked for then.
    const isAskedFor = () => tokens.read() === token;
    try {
      const { getSession } = await loadContract();
      const { data } = await api.call(getSession, {});
      pauseSeconds.current = firstPauseSeconds;
      if (!isAskedFor()) return;
      const session = { ...data, token, createdAt: new Date(clock.now()).toISOString() };
      rememberSession(storage, session);
      setState(signedIn(session));
    } catch (error) {
      const failure: Partial<CallFailure> = error instanceof CallFailure ? error : {};
      const { status, kind = 'network', retryAfterSeconds = 0 } = failure;
      // Only these end it; anything else is trouble of the line or of the server.
      if (status === 401 || status === 403) return tokens.expire(token);
      if (!isAskedFor()) return;
      const notice = kind !== 'network' || navigator.onLine ? 'server' : 'network';
      setState((before) => {
        const remembered = readJson<Session>(storage, rememberedKey);
        const session = before.session ?? (remembered?.token === token ? remembered : undefined);
        return { loading: before.loading && session === undefined, session, notice };
      });
      const seconds = Math.max(retryAfterSeconds, pauseSeconds.current);
      pauseSeconds.current = Math.min(pauseSeconds.current * 2, longestPauseSeconds);
      cancelNext.current();
      cancelNext.current = clock.after(seconds * 1_000, () => void refreshSession());
    }
  }, [api, tokens, clock, storage, end]);

  useEffect(() => {
    const stopWatch = clock.every(endWatchMilliseconds, () => {
      if (tokens.isDueForRefresh()) setState((before) => (before.session ? { ...before, notice: 'ending' } : before));
      else if (tokens.read() === undefined) void refreshSession();
    });
    const stopExpired = tokens.onExpired(end);
    return () => {
      cancelNext.current();
      stopWatch();
      stopExpired();
    };
  }, [refreshSession, end, tokens, clock]);
  useWindowEvent('online', () => void refreshSession());
  // Another tab has signed in or out, or knows more of the session.
  useWindowEvent('storage', ({ key }) => {
    if (key === tokenStorageKey || key === null) void refreshSession();
    const told = key === rememberedKey ? readJson<Session>(storage, rememberedKey) : undefined;
    if (told && told.token === tokens.read()) setState((before) => ({ ...before, session: told }));
  });

  return { state, setState, refreshSession };
}
