import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer } from 'react';
import type { User } from '#shared/contract/accounts.ts';
import { useServices } from '../../lib/services.ts';
import { watchTokenOfOtherTabs } from '../../lib/token-store.ts';
import { onUnauthorized } from '../../lib/unauthorized.ts';
import { fetchSession } from './fetch-session.ts';
import { initialSessionState, reduceSession } from './session-state.ts';

/** Spec §3, Auth state and its operations. */
export type SessionContextValue = {
  user: User | undefined;
  isAuthenticated: boolean;
  attemptsRemaining: number;
  loading: boolean;
  isWaitingForNetwork: boolean;
  refreshSession: () => Promise<void>;
  /** Uses up a magic link; throws `ApiError` with the sentence to show. */
  verifyMagicLink: (token: string, options?: { confirmed: boolean }) => Promise<{ success: true; message: string }>;
  /** The number an upload or an attempt answered with. */
  changeAttempts: (attemptsRemaining: number) => void;
  /** `POST /attempts/use`: one attempt by itself; an upload never needs it. */
  recordAttempt: () => Promise<void>;
  /** Ends the session here even when the server cannot be reached. */
  signOut: () => Promise<void>;
};

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === undefined) throw new Error('No session: render inside SessionProvider');
  return value;
}

const loadContract = async () => (await import('../../lib/account-contract.ts')).accountContract;

export function SessionProvider({ children }: { children: ReactNode }) {
  const services = useServices();
  const { api, tokens, clock } = services;
  const [state, dispatch] = useReducer(reduceSession, initialSessionState);

  const refreshSession = useCallback(async () => {
    if (tokens.read() === undefined) {
      tokens.clear();
      dispatch({ type: 'no-token' });
      return;
    }
    dispatch(await fetchSession({ api, tokens, clock }, () => navigator.onLine));
  }, [api, tokens, clock]);

  useEffect(() => {
    void refreshSession();
    const stopUnauthorized = onUnauthorized(() => dispatch({ type: 'signed-out' }));
    const stopTabs = watchTokenOfOtherTabs(() => void refreshSession());
    const onBackOnline = () => void refreshSession();
    window.addEventListener('online', onBackOnline);
    return () => {
      stopUnauthorized();
      stopTabs();
      window.removeEventListener('online', onBackOnline);
    };
  }, [refreshSession]);

  const operations = useMemo(
    () => ({
      verifyMagicLink: async (token: string, options?: { confirmed: boolean }) => {
        const { verifyMagicLink } = await loadContract();
        const query = options?.confirmed === true ? { query: { confirm: '1' } } : {};
        const { message, data } = await api.call(
          verifyMagicLink,
          { params: { token }, ...query },
          { failed: 'VERIFICATION_FAILED', unexpected: 'VERIFICATION_ERROR' },
        );
        const { token: sessionToken, ...session } = data;
        tokens.write(sessionToken);
        const createdAt = new Date(clock.now()).toISOString();
        dispatch({ type: 'fetched', session: { ...session, token: sessionToken, createdAt } });
        return { success: true as const, message };
      },
      changeAttempts: (attemptsRemaining: number) => dispatch({ type: 'attempts-changed', attemptsRemaining }),
      recordAttempt: async () => {
        const { recordAttempt } = await loadContract();
        const { data } = await api.call(
          recordAttempt,
          {},
          { failed: 'ATTEMPT_RECORDING_FAILED', unexpected: 'UNEXPECTED' },
        );
        dispatch({ type: 'attempts-changed', attemptsRemaining: data.attemptsRemaining });
      },
      signOut: async () => {
        // The call carries the token, so it starts before the token goes; its outcome changes nothing here.
        const { logOut } = await loadContract();
        const told = api.call(logOut, {}).catch(() => undefined);
        tokens.clear();
        dispatch({ type: 'signed-out' });
        await told;
      },
    }),
    [api, tokens, clock],
  );

  const value = useMemo(
    () => ({
      user: state.session?.user,
      isAuthenticated: state.session !== undefined,
      attemptsRemaining: state.session?.attemptsRemaining ?? 0,
      loading: state.loading,
      isWaitingForNetwork: state.isWaitingForNetwork,
      refreshSession,
      ...operations,
    }),
    [state, refreshSession, operations],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
