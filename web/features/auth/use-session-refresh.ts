import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef } from 'react';
import type { SessionData } from '#shared/contract/accounts.ts';
import { tokenStorageKey } from '#shared/limits.ts';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { readJson } from '../../lib/browser-storage.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { type Services, useServices } from '../../lib/services.ts';
import type { TokenStorage } from '../../lib/token-store.ts';

/** Spec §3, Session: what the server said, and when the client learned it. */
type Session = SessionData & { token: string; createdAt: string };

/** Why the session could not be asked for; it goes on, and is asked for again (design.md §5.14). */
type Trouble = 'network' | 'server';

/** Spec §4, Auth. */
export type SessionState = {
  loading: boolean;
  session: Session | undefined;
  /** `ending`: due for refresh (spec §4), which takes a new link; said while there is still time to finish. */
  notice: Trouble | 'ending' | undefined;
};

export const signedOut: SessionState = { loading: false, session: undefined, notice: undefined };
export const signedIn = (session: Session): SessionState => ({ loading: false, session, notice: undefined });

const rememberedKey = 'somalispeak_session';

/**
 * Who is signed in here, as the server said last: without a line the page still knows whose results the device keeps.
 * It counts only together with the token it came with, and goes when that ends.
 */
export function rememberSession(storage: TokenStorage, session: Session): void {
  storage.setItem(rememberedKey, JSON.stringify(session));
}

export function recallSession(storage: TokenStorage, token: string): Session | undefined {
  const session = readJson<Session>(storage, rememberedKey);
  return session?.token === token ? session : undefined;
}

export function forgetRememberedSession(storage: TokenStorage): void {
  storage.removeItem(rememberedKey);
}

const firstPauseSeconds = 2;
const longestPauseSeconds = 60;
const endWatchMilliseconds = 60_000;

/** Asks for the session at the start, whenever another tab or the network changes something, and after trouble again and again. */
export function useSessionRefresh(setState: Dispatch<SetStateAction<SessionState>>): () => Promise<void> {
  const { api, tokens, clock, storage } = useServices();
  const cancelNext = useRef(() => {});
  const pauseSeconds = useRef(firstPauseSeconds);

  const end = useCallback(() => {
    forgetRememberedSession(storage);
    setState(signedOut);
  }, [storage, setState]);

  const refresh = useCallback(async (): Promise<void> => {
    cancelNext.current();
    const token = tokens.read();
    if (token === undefined) {
      tokens.clear();
      return end();
    }
    const outcome = await fetchSession({ api, tokens, clock }, () => navigator.onLine);
    if (outcome.type !== 'unreachable') pauseSeconds.current = firstPauseSeconds;
    if (outcome.type === 'ended') return end();
    // Meanwhile somebody else has signed in here, or out: what came back is no longer asked for.
    if (tokens.read() !== token) return;
    if (outcome.type === 'fetched') {
      rememberSession(storage, outcome.session);
      return setState(signedIn(outcome.session));
    }
    setState((before) => {
      const session = before.session ?? recallSession(storage, token);
      return { loading: before.loading && session === undefined, session, notice: outcome.trouble };
    });
    const seconds = Math.max(outcome.retryAfterSeconds ?? 0, pauseSeconds.current);
    pauseSeconds.current = Math.min(pauseSeconds.current * 2, longestPauseSeconds);
    cancelNext.current();
    cancelNext.current = clock.after(seconds * 1_000, () => void refresh());
  }, [api, tokens, clock, storage, setState, end]);

  useEffect(() => {
    void refresh();
    const stopWatch = clock.every(endWatchMilliseconds, () => {
      if (tokens.isDueForRefresh()) setState((before) => (before.session ? { ...before, notice: 'ending' } : before));
      else if (tokens.read() === undefined) void refresh();
    });
    const stopExpired = tokens.onExpired(end);
    return () => {
      cancelNext.current();
      stopWatch();
      stopExpired();
    };
  }, [refresh, end, setState, tokens, clock]);
  useWindowEvent('online', () => void refresh());
  // Another tab has signed in or out.
  useWindowEvent('storage', ({ key }) => {
    if (key === tokenStorageKey || key === null) void refresh();
  });

  return refresh;
}

type FetchOutcome =
  | { type: 'fetched'; session: Session }
  | { type: 'ended' }
  | { type: 'unreachable'; trouble: Trouble; retryAfterSeconds: number | undefined };

const endsSession = (error: unknown) => error instanceof CallFailure && (error.status === 401 || error.status === 403);

/** Asks for the session once. Only a 401 or 403 ends it; anything else is trouble of the line or of the server. */
export async function fetchSession(
  { api, tokens, clock }: Pick<Services, 'api' | 'tokens' | 'clock'>,
  isOnline: () => boolean,
): Promise<FetchOutcome> {
  const token = tokens.read();
  if (token === undefined) return { type: 'ended' };
  try {
    const { accountContract } = await import('../../lib/account-contract.ts');
    const { data } = await api.call(accountContract.getSession, {});
    const session: Session = { ...data, token, createdAt: new Date(clock.now()).toISOString() };
    return { type: 'fetched', session };
  } catch (error) {
    if (endsSession(error)) {
      tokens.clear();
      return { type: 'ended' };
    }
    const isAnswer = error instanceof CallFailure && error.kind !== 'network';
    const retryAfterSeconds = error instanceof CallFailure ? error.retryAfterSeconds : undefined;
    return { type: 'unreachable', trouble: isAnswer || isOnline() ? 'server' : 'network', retryAfterSeconds };
  }
}
