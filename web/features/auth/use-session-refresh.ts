import { type Dispatch, useCallback, useEffect, useRef } from 'react';
import { tokenStorageKey } from '#shared/limits.ts';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { type Services, useServices } from '../../lib/services.ts';
import { forgetRememberedSession, recallSession, rememberSession } from './remembered-session.ts';
import type { Session, SessionEvent, Trouble } from './session-state.ts';

const firstPauseSeconds = 2;
const longestPauseSeconds = 60;
const endWatchMilliseconds = 60_000;

/** Asks for the session at the start, whenever another tab or the network changes something, and after trouble again and again. */
export function useSessionRefresh(dispatch: Dispatch<SessionEvent>): () => Promise<void> {
  const { api, tokens, clock, storage } = useServices();
  const cancelNext = useRef(() => {});
  const pauseSeconds = useRef(firstPauseSeconds);
  const isKnown = useRef(false);

  const refresh = useCallback(async (): Promise<void> => {
    cancelNext.current();
    const token = tokens.read();
    if (token === undefined) {
      tokens.clear();
      forgetRememberedSession(storage);
      dispatch({ type: 'no-token' });
      return;
    }
    const outcome = await fetchSession({ api, tokens, clock }, () => navigator.onLine);
    // Meanwhile somebody else has signed in here, or out: what came back is no longer asked for.
    if (outcome.type !== 'ended' && tokens.read() !== token) return;
    if (outcome.type === 'fetched') rememberSession(storage, outcome.session);
    if (outcome.type === 'ended') forgetRememberedSession(storage);
    const remembered = outcome.type === 'unreachable' && !isKnown.current ? recallSession(storage, token) : undefined;
    if (remembered !== undefined) dispatch({ type: 'fetched', session: remembered });
    isKnown.current =
      outcome.type === 'fetched' || (outcome.type === 'unreachable' && (isKnown.current || remembered !== undefined));
    dispatch(outcome);
    if (outcome.type !== 'unreachable') {
      pauseSeconds.current = firstPauseSeconds;
      return;
    }
    const seconds = Math.max(outcome.retryAfterSeconds ?? 0, pauseSeconds.current);
    pauseSeconds.current = Math.min(pauseSeconds.current * 2, longestPauseSeconds);
    cancelNext.current();
    cancelNext.current = clock.after(seconds * 1_000, () => void refresh());
  }, [api, tokens, clock, storage, dispatch]);

  useEffect(() => {
    void refresh();
    const stopWatch = clock.every(endWatchMilliseconds, () => {
      if (tokens.isDueForRefresh()) dispatch({ type: 'ending' });
      else if (tokens.read() === undefined) void refresh();
    });
    const stopExpired = tokens.onExpired(() => {
      forgetRememberedSession(storage);
      dispatch({ type: 'signed-out' });
    });
    return () => {
      cancelNext.current();
      stopWatch();
      stopExpired();
    };
  }, [refresh, dispatch, tokens, clock, storage]);
  useWindowEvent('online', () => void refresh());
  // Another tab has signed in or out.
  useWindowEvent('storage', ({ key }) => {
    if (key === tokenStorageKey || key === null) void refresh();
  });

  return refresh;
}

type FetchOutcome = Extract<SessionEvent, { type: 'fetched' | 'ended' }> | Unreachable;
type Unreachable = { type: 'unreachable'; trouble: Trouble; retryAfterSeconds: number | undefined };

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
