import { type Dispatch, useCallback, useEffect, useRef } from 'react';
import { useServices } from '../../lib/services.ts';
import { onUnauthorized } from '../../lib/signals.ts';
import { watchTokenOfOtherTabs } from '../../lib/token-store.ts';
import { fetchSession } from './fetch-session.ts';
import { forgetRememberedSession, recallSession, rememberSession } from './remembered-session.ts';
import type { SessionEvent } from './session-state.ts';

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
    const stopUnauthorized = onUnauthorized(() => {
      forgetRememberedSession(storage);
      dispatch({ type: 'signed-out' });
    });
    const stopTabs = watchTokenOfOtherTabs(() => void refresh());
    const onBackOnline = () => void refresh();
    window.addEventListener('online', onBackOnline);
    return () => {
      cancelNext.current();
      stopWatch();
      stopUnauthorized();
      stopTabs();
      window.removeEventListener('online', onBackOnline);
    };
  }, [refresh, dispatch, tokens, clock, storage]);

  return refresh;
}
