import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './demo-page.module.css';

type Guard = {
  /** Something would be lost by going anywhere. */
  asks: boolean;
  /** It is kept on this device, and goes with the sign-out. */
  asksAtSignOut?: boolean;
  /** Something would be interrupted by closing the page; the browser asks. */
  asksOnClose?: boolean;
};

export type Leaving = { isAsking: boolean; stay: () => void; leave: () => void };

/** Has the browser ask before the page is closed in the middle of something. */
function useCloseGuard(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
}

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
const isGuardEntry = () => (window.history.state as { mark?: string } | null)?.mark === guardMark;

/**
 * Asks before Back or a link of ours takes somebody away from what is not kept yet. Back cannot be refused, only met: an
 * entry of the history with the same address is put before it, and again as long as the person stays.
 */
export function useLeaveGuard({ asks, asksAtSignOut = false, asksOnClose = asks }: Guard): Leaving {
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const goOn = useRef(() => {});
  const latestNavigate = useRef(navigate);
  useEffect(() => {
    latestNavigate.current = navigate;
  });
  useCloseGuard(asksOnClose);

  useEffect(() => {
    if (!asks) return undefined;
    const raise = () => window.history.pushState({ mark: guardMark }, '', window.location.href);
    if (!isGuardEntry()) raise();
    const onPop = () => {
      if (isGuardEntry()) return;
      raise();
      goOn.current = () => window.history.go(-2);
      setIsAsking(true);
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      if (isGuardEntry()) window.history.back();
    };
  }, [asks]);

  useEffect(() => {
    if (!asks && !asksAtSignOut) return undefined;
    let hasAgreed = false;
    const onClick = (event: MouseEvent) => {
      const target = asks ? targetOf(event) : undefined;
      const leaver = leaverOf(event);
      if (hasAgreed || (target === undefined && leaver === null)) return;
      event.preventDefault();
      event.stopPropagation();
      goOn.current = () => {
        hasAgreed = true;
        if (target !== undefined) latestNavigate.current(target, { replace: true });
        else leaver?.click();
      };
      setIsAsking(true);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [asks, asksAtSignOut]);

  const stay = useCallback(() => setIsAsking(false), []);
  const leave = useCallback(() => {
    setIsAsking(false);
    goOn.current();
  }, []);
  return { isAsking: isAsking && (asks || asksAtSignOut), stay, leave };
}

type Props = { leaving: Leaving; about: 'recording' | 'editing' | 'unsaved' };

export function LeaveQuestion({ leaving, about }: Props) {
  const text = useText('demo').leave;
  if (!leaving.isAsking) return null;
  return (
    <Dialog title={text.title} onClose={leaving.stay}>
      <p>{text[about]}</p>
      <div className={styles.noticeActions}>
        <Button onClick={leaving.stay}>{text.stay}</Button>
        <Button variant="outline" onClick={leaving.leave}>
          {text.go}
        </Button>
      </div>
    </Dialog>
  );
}
