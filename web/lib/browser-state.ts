import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useText } from './language-context.ts';

function watchNetwork(callback: () => void): () => void {
  const watching = new AbortController();
  for (const name of ['online', 'offline']) window.addEventListener(name, callback, { signal: watching.signal });
  return () => watching.abort();
}

/** Whether the browser believes it has a network. Not on a prerendered page. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, () => navigator.onLine);
}

const query = '(prefers-reduced-motion: reduce)';

function watchMotion(callback: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', callback);
  return () => list.removeEventListener('change', callback);
}

/** Whether the reader has asked for stillness. Not on a prerendered page. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(watchMotion, () => window.matchMedia(query).matches);
}

export function useWindowEvent<N extends keyof WindowEventMap>(
  name: N,
  react: (event: WindowEventMap[N]) => void,
  isOn = true,
): void {
  const onEvent = useEffectEvent(react);
  useEffect(() => {
    if (!isOn) return undefined;
    const listening = new AbortController();
    window.addEventListener(name, (event) => onEvent(event), { signal: listening.signal });
    return () => listening.abort();
  }, [name, isOn]);
}

export function dropParameter(name: string): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
}

export function useScreenTitle(title: string): void {
  const { productName } = useText('common');
  useEffect(() => {
    document.title = `${title} – ${productName}`;
  }, [title, productName]);
}

/** Keeps the screen on while `isNeeded`, because a dimmed phone stops recordings; asks again after the page was away. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined;
    let lock: Promise<WakeLockSentinel | undefined>;
    // A page that is away gets none, and a phone that saves power may refuse: the recording goes on without.
    const ask = () => {
      lock = navigator.wakeLock.request('screen').catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void lock.then((given) => given?.release());
    };
  }, [isNeeded]);
}
