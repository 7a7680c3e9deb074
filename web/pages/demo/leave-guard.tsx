import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useWindowEvent } from '../../lib/browser-state.ts';

type Guard = {
  /** Something would be lost by going anywhere. */
  asks: boolean;
  /** Something would be interrupted by closing the page; the browser asks. */
  asksOnClose?: boolean;
};

type Leaving = { isAsking: boolean; stay: () => void; leave: () => void };

/** A button that leaves, the sign-out for one; pressed again once the person has said so. */
const leaverOf = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-leaves]') : null;

/** The page a plain click on a link of ours would go to. */
function targetOf(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target !== '' || link.download !== '') return undefined;
  const url = new URL(link.href);
  if (url.origin !== window.location.origin || url.pathname === window.location.pathname) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

const guardMark = 'leave-guard';
function raiseGuard(): void {
  // The page stays where it is when the browser comes back to this entry: it is the same page.
  window.history.scrollRestoration = 'manual';
  window.history.pushState({ mark: guardMark }, '', window.location.href);
}
const isGuardEntry = () => (window.history.state as { mark?: string } | null)?.mark === guardMark;

/**
 * Asks before Back or a link of ours leaves what is not kept yet. Back cannot be refused, only met: an
 * entry of the history with the same address is put before it, and again as long as the person stays.
 */
export function useLeaveGuard({ asks, asksOnClose = asks }: Guard): Leaving {
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const goOn = useRef(() => {});
  const hasAgreed = useRef(false);
  useWindowEvent('beforeunload', (event) => event.preventDefault(), asksOnClose);

  useEffect(() => {
    if (!asks) return undefined;
    if (!isGuardEntry()) raiseGuard();
    return () => {
      if (isGuardEntry()) window.history.back();
    };
  }, [asks]);
  useWindowEvent(
    'popstate',
    () => {
      if (isGuardEntry()) return;
      raiseGuard();
      goOn.current = () => window.history.go(-2);
      setIsAsking(true);
    },
    asks,
  );

  const onClick = useEffectEvent((event: MouseEvent) => {
    const target = targetOf(event);
    const leaver = leaverOf(event);
    if (hasAgreed.current || (target === undefined && leaver === null)) return;
    event.preventDefault();
    event.stopPropagation();
    goOn.current = () => {
      hasAgreed.current = true;
      if (target !== undefined) navigate(target, { replace: true });
      else leaver?.click();
    };
    setIsAsking(true);
  });
  useEffect(() => {
    if (!asks) return undefined;
    hasAgreed.current = false;
    const listening = new AbortController();
    document.addEventListener('click', (event) => onClick(event), { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [asks]);

  return {
    isAsking: isAsking && asks,
    stay: () => setIsAsking(false),
    leave() {
      setIsAsking(false);
      goOn.current();
    },
  };
}
