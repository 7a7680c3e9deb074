import { useEffect } from 'react';
import { signUpPopupDelayMilliseconds } from '#shared/limits.ts';
import { useEntry } from '../../features/auth/entry.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { hasVisited, noteVisit, popupOptOutKey } from '../../lib/browser-storage.ts';
import { useServices } from '../../lib/services.ts';

/**
 * Opens the sign-up popup 2 s after a first visit (spec §2), for those who are not signed in and never were on this
 * device, and fetches it meanwhile: on a slow line it would come late otherwise.
 */
export function useFirstVisitPopup(): void {
  const { storage, clock } = useServices();
  const { loading, isAuthenticated } = useSession();
  const { open, fetchAhead } = useEntry();

  useEffect(() => {
    const hasOptedOut = storage.getItem(popupOptOutKey) !== null;
    if (hasVisited(storage) || hasOptedOut || loading || isAuthenticated) return undefined;
    const fetched = fetchAhead();
    let isGone = false;
    const cancel = clock.after(signUpPopupDelayMilliseconds, () => {
      noteVisit(storage);
      const show = () => {
        // The form may be on show already, where it was asked for.
        if (!isGone && document.querySelector('dialog[open]') === null) open('sign-up', true);
      };
      fetched.then(show, () => undefined);
    });
    return () => {
      isGone = true;
      cancel();
    };
  }, [storage, clock, loading, isAuthenticated, open, fetchAhead]);
}
