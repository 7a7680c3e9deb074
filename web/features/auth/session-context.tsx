import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { SessionData } from '#shared/contract/accounts.ts';
import { keepOnlyDataOf } from '../../lib/device-store.ts';
import { forgetPendingEdit } from '../../lib/pending-edit.ts';
import { type Services, useServices } from '../../lib/services.ts';
import { forgetSharedAudio } from '../../lib/shared-audio.ts';
import {
  forgetRememberedSession,
  rememberSession,
  type SessionState,
  signedIn,
  signedOut,
  useSessionRefresh,
} from './use-session-refresh.ts';

const loadContract = async () => (await import('../../lib/account-contract.ts')).accountContract;

async function leaveNothingPersonal(storage: Services['storage']): Promise<void> {
  forgetPendingEdit(storage);
  forgetRememberedSession(storage);
  await Promise.all([keepOnlyDataOf(undefined), forgetSharedAudio()]);
}

/** What one tab tells the others; nothing personal. */
type Attempts = { attemptsRemaining: number };

/** The number everywhere it is told. */
const withAttempts =
  (attempts: Attempts) =>
  ({ session, ...rest }: SessionState): SessionState => ({
    ...rest,
    session: session && { ...session, ...attempts, user: { ...session.user, ...attempts } },
  });

const openChannel = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('somalispeak'));

function tellOtherTabs(attempts: Attempts): void {
  const channel = openChannel();
  channel?.postMessage(attempts);
  channel?.close();
}

function listenToOtherTabs(callback: (attempts: Attempts) => void): () => void {
  const channel = openChannel();
  if (channel !== undefined) channel.onmessage = ({ data }) => callback(data as Attempts);
  return () => channel?.close();
}

/** Spec §3, Auth state and its operations. */
function useSessionValue() {
  const { api, tokens, clock, storage } = useServices();
  const [state, setState] = useState<SessionState>({ ...signedOut, loading: true });
  const refreshSession = useSessionRefresh(setState);

  useEffect(() => listenToOtherTabs((attempts) => setState(withAttempts(attempts))), []);

  const operations = useMemo(() => {
    const forgetSession = async () => {
      tokens.clear();
      setState(signedOut);
      await leaveNothingPersonal(storage);
    };
    const begin = async ({ token, ...session }: SessionData & { token: string }) => {
      forgetPendingEdit(storage);
      await keepOnlyDataOf(session.user.email);
      tokens.write(token);
      const fetched = { ...session, token, createdAt: new Date(clock.now()).toISOString() };
      rememberSession(storage, fetched);
      setState(signedIn(fetched));
    };
    return {
      /** The number an upload or an attempt answered with. */
      changeAttempts: (attemptsRemaining: number) => {
        setState(withAttempts({ attemptsRemaining }));
        tellOtherTabs({ attemptsRemaining });
      },
      /** The server has ended the session already: as after a sign-out, with nothing left to tell. */
      forgetSession,
      /** Uses up a magic link; throws `CallFailure`. */
      verifyMagicLink: async (token: string, options?: { confirmed: boolean }) => {
        const { verifyMagicLink } = await loadContract();
        const query = options?.confirmed === true ? { query: { confirm: '1' } } : {};
        const { message, data } = await api.call(verifyMagicLink, { params: { token }, ...query });
        await begin(data);
        return { success: true as const, message };
      },
      /** The six digits of the same mail, to a word of welcome; throws `CallFailure`. */
      verifyCode: async (email: string, code: string) => {
        const { verifyCode } = await loadContract();
        const { message, data } = await api.call(verifyCode, { body: { email, code } });
        await begin(data);
        return message;
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
  }, [api, tokens, clock, storage]);

  return useMemo(
    () => ({
      user: state.session?.user,
      isAuthenticated: state.session !== undefined,
      loading: state.loading,
      /** What is to be known of the session while it goes on. */
      notice: state.notice,
      refreshSession,
      ...operations,
    }),
    [state, refreshSession, operations],
  );
}

export type SessionContextValue = ReturnType<typeof useSessionValue>;

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export const SessionProvider = ({ children }: { children: ReactNode }) => (
  <SessionContext value={useSessionValue()}>{children}</SessionContext>
);

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === undefined) throw new Error('No session: render inside SessionProvider');
  return value;
}
