import { useEffect, useState } from 'react';
import { signUpPopupDelayMilliseconds } from '#shared/limits.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { useServices } from '../../lib/services.ts';

export const visitedStorageKey = 'somalispeak_visited';
export const popupOptOutStorageKey = 'somalispeak_hide_signup';

/**
 * Opens the sign-up popup 2 s after a first visit (spec §2), for those who are not signed in, and fetches it meanwhile:
 * on a slow line it would come late otherwise. The choice never to see it again is kept on the device.
 */
export function useFirstVisitPopup(fetchAhead: () => void) {
  const { storage, clock } = useServices();
  const { loading, isAuthenticated } = useSession();
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const hasVisited = storage.getItem(visitedStorageKey) !== null;
    const hasOptedOut = storage.getItem(popupOptOutStorageKey) !== null;
    if (hasVisited || hasOptedOut || loading || isAuthenticated) return undefined;
    fetchAhead();
    const cancel = clock.after(signUpPopupDelayMilliseconds, () => {
      storage.setItem(visitedStorageKey, '1');
      setIsOpen(true);
    });
    // Whoever is doing something already is not stopped in it; the next visit is a first one still.
    const watching = new AbortController();
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, cancel, { signal: watching.signal });
    return () => {
      cancel();
      watching.abort();
    };
  }, [storage, clock, loading, isAuthenticated, fetchAhead]);

  const close = (isOptingOut: boolean) => {
    if (isOptingOut) storage.setItem(popupOptOutStorageKey, '1');
    setIsOpen(false);
  };
  return { isOpen: isOpen && !isAuthenticated, close };
}
