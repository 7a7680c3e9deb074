import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer } from 'react';
import type { SessionData, User } from '#shared/contract/accounts.ts';
import { keepOnlyDataOf } from '../../lib/device-store.ts';
import { forgetPendingEdit } from '../../lib/pending-edit.ts';
import { type Services, useServices } from '../../lib/services.ts';
import { forgetSharedAudio } from '../../lib/shared-audio.ts';
import { listenToOtherTabs, tellOtherTabs } from '../../lib/signals.ts';
import { forgetRememberedSession, rememberSession } from './remembered-session.ts';
import { initialSessionState, reduceSession, type SessionNotice } from './session-state.ts';
import { useSessionRefresh } from './use-session-refresh.ts';

/** Spec §3, Auth state and its operations. */
export type SessionContextValue = {
  user: User | undefined;
  isAuthenticated: boolean;
  attemptsRemaining: number;
  loading: boolean;
  /** What is to be known of the session while it goes on. */
  notice: SessionNotice | undefined;
  refreshSession: () => Promise<void>;
  /** Uses up a magic link; throws `CallFailure`. */
  verifyMagicLink: (token: string, options?: { confirmed: boolean }) => Promise<{ success: true; message: string }>;
  /** The six digits of the same mail, to a word of welcome; throws `CallFailure`. */
  verifyCode: (email: string, code: string) => Promise<string>;
  /** The number an upload or an attempt answered with. */
  changeAttempts: (attemptsRemaining: number) => void;
  /** Ends the session here even when the server cannot be reached, and leaves nothing personal on the device. */
  signOut: () => Promise<void>;
  /** The server has ended the session already: as after a sign-out, with nothing left to tell. */
  forgetSession: () => Promise<void>;
};

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === undefined) throw new Error('No session: render inside SessionProvider');
  return value;
}

const loadContract = async () => (await import('../../lib/account-contract.ts')).accountContract;

async function leaveNothingPersonal(storage: Services['storage']): Promise<void> {
  forgetPendingEdit(storage);
  forgetRememberedSession(storage);
  await Promise.all([keepOnlyDataOf(undefined), forgetSharedAudio()]);
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { api, tokens, clock, storage } = useServices();
  const [state, dispatch] = useReducer(reduceSession, initialSessionState);
  const refreshSession = useSessionRefresh(dispatch);

  useEffect(
    () => listenToOtherTabs(({ attemptsRemaining }) => dispatch({ type: 'attempts-changed', attemptsRemaining })),
    [],
  );

  const operations = useMemo(() => {
    const changeAttempts = (attemptsRemaining: number) => {
      dispatch({ type: 'attempts-changed', attemptsRemaining });
      tellOtherTabs({ attemptsRemaining });
    };
    const forgetSession = async () => {
      tokens.clear();
      dispatch({ type: 'signed-out' });
      await leaveNothingPersonal(storage);
    };
    const begin = async ({ token, ...session }: SessionData & { token: string }) => {
      forgetPendingEdit(storage);
      await keepOnlyDataOf(session.user.email);
      tokens.write(token);
      const fetched = { ...session, token, createdAt: new Date(clock.now()).toISOString() };
      rememberSession(storage, fetched);
      dispatch({ type: 'fetched', session: fetched });
    };
    return {
      changeAttempts,
      forgetSession,
      verifyMagicLink: async (token: string, options?: { confirmed: boolean }) => {
        const { verifyMagicLink } = await loadContract();
        const query = options?.confirmed === true ? { query: { confirm: '1' } } : {};
        const { message, data } = await api.call(verifyMagicLink, { params: { token }, ...query });
        await begin(data);
        return { success: true as const, message };
      },
      verifyCode: async (email: string, code: string) => {
        const { verifyCode } = await loadContract();
        const { message, data } = await api.call(verifyCode, { body: { email, code } });
        await begin(data);
        return message;
      },
      signOut: async () => {
        // The call carries the token, so it starts before the token goes; its outcome changes nothing here.
        const contract = await loadContract().catch(() => undefined);
        const told = contract && api.call(contract.logOut, {}).catch(() => undefined);
        await forgetSession();
        await told;
      },
    };
  }, [api, tokens, clock, storage]);

  const value = useMemo(
    () => ({
      user: state.session?.user,
      isAuthenticated: state.session !== undefined,
      attemptsRemaining: state.session?.attemptsRemaining ?? 0,
      loading: state.loading,
      notice: state.notice,
      refreshSession,
      ...operations,
    }),
    [state, refreshSession, operations],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
