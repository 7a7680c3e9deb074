import { useEffect, useState } from 'react';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { guardLeaving } from '../../lib/leaving.ts';

type Leaving = { isAsking: boolean; stay: () => void; leave: () => void };

const guardMark = 'leave-guard';
function raiseGuard(): void {
  // The page stays where it is when the browser comes back to this entry: it is the same page.
  window.history.scrollRestoration = 'manual';
  window.history.pushState({ mark: guardMark }, '', window.location.href);
}
const isGuardEntry = () => (window.history.state as { mark?: string } | null)?.mark === guardMark;

/**
 * Asks before Back, a link of ours, a sign-out or closing the page leaves what is not kept yet. Back cannot be refused, only met: an
 * entry of the history with the same address is put before it, and again as long as the person stays.
 */
export function useLeaveGuard(asks: boolean): Leaving {
  /** What goes on once the person has said so. */
  const [goOn, setGoOn] = useState<() => void>();
  useWindowEvent('beforeunload', (event) => event.preventDefault(), asks);
  useEffect(() => {
    if (!asks) return undefined;
    if (!isGuardEntry()) raiseGuard();
    const release = guardLeaving((leave) =>
      setGoOn(() => () => {
        release();
        leave();
      }),
    );
    return () => {
      release();
      setGoOn(undefined);
      if (isGuardEntry()) window.history.back();
    };
  }, [asks]);
  useWindowEvent(
    'popstate',
    () => {
      if (isGuardEntry()) return;
      raiseGuard();
      setGoOn(() => () => window.history.go(-2));
    },
    asks,
  );
  return {
    isAsking: goOn !== undefined && asks,
    stay: () => setGoOn(undefined),
    leave() {
      setGoOn(undefined);
      goOn?.();
    },
  };
}
