import { useEffect, useState } from 'react';
import { signUpPopupDelayMilliseconds } from '#shared/limits.ts';
import { useSession } from '../../features/auth/session-context.tsx';
import { hasVisited, noteVisit } from '../../lib/browser-storage.ts';
import { useServices } from '../../lib/services.ts';

export const popupOptOutStorageKey = 'somalispeak_hide_signup';

/**
 * Opens the sign-up popup 2 s after a first visit (spec §2), for those who are not signed in and never were on this
 * device, and fetches it meanwhile: on a slow line it would come late otherwise. The choice never to see it again is kept.
 */
export function useFirstVisitPopup(fetchAhead: () => void) {
  const { storage, clock } = useServices();
  const { loading, isAuthenticated } = useSession();
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const hasOptedOut = storage.getItem(popupOptOutStorageKey) !== null;
    if (hasVisited(storage) || hasOptedOut || loading || isAuthenticated) return undefined;
    fetchAhead();
    let cancel = () => {};
    const wait = () => {
      cancel();
      cancel = clock.after(signUpPopupDelayMilliseconds, () => {
        noteVisit(storage);
        watching.abort();
        // The form is on show already, where it was asked for.
        if (document.querySelector('dialog[open]') === null) setIsOpen(true);
      });
    };
    // Not over an action: after each press the two seconds begin anew.
    const watching = new AbortController();
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, wait, { signal: watching.signal });
    wait();
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
