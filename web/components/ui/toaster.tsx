import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { openContext, useServices } from '../../lib/services.ts';
import { CloseButton, useDialogHost } from './dialog.tsx';
import { classNames, Icon, VisuallyHidden } from './elements.tsx';
import styles from './toaster.module.css';

type Toasts = {
  /** Shows a short message, 5 s unless `durationMilliseconds` says otherwise, and reads it out politely. */
  show: (kind: ToastKind, title: string, options?: ToastOptions) => void;
  /** Puts away what is on show: it is about something that is over. */
  clear: () => void;
  /** Reads a message out through the page's one live region without showing it. */
  announce: (message: string) => void;
};

const [ToastContext, useToasts] = openContext<Toasts>('Toaster');

export { useToasts };

export function Toaster({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const [announcement, setAnnouncement] = useState('');
  const host = useDialogHost();
  const toasts = useMemo<Toasts>(
    () => ({
      show: (kind, title, options) => setToast((last) => ({ ...options, id: (last?.id ?? 0) + 1, kind, title })),
      clear: () => setToast(undefined),
      announce: setAnnouncement,
    }),
    [],
  );
  // Over the page at its foot, so that nothing moves when a message comes or goes.
  const region = (
    <div className={styles.region}>
      <div role="status" aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
        {toast !== undefined && <ToastCard key={toast.id} toast={toast} onClose={toasts.clear} />}
      </div>
    </div>
  );
  return (
    <ToastContext value={toasts}>
      {children}
      {host === null ? region : createPortal(region, host)}
    </ToastContext>
  );
}

const marks: Record<ToastKind, string> = {
  info: 'M12 11v6M12 7v.5',
  success: 'M7 12.5l3.5 3.5L17 9',
  warning: 'M12 7v6M12 16.5v.5',
  error: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
};

const defaultDurationMilliseconds = 5_000;

/**
 * It goes after its time, which begins anew once the reader no longer rests on it: with a pointer that was moved there,
 * not one that it happens to come under.
 */
function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { kind, title, detail, durationMilliseconds = defaultDurationMilliseconds } = toast;
  const { clock } = useServices();
  const [isHeld, setIsHeld] = useState(false);
  const [hold, letGo] = [() => setIsHeld(true), () => setIsHeld(false)];
  useEffect(
    () => (isHeld ? undefined : clock.after(durationMilliseconds, onClose)),
    [isHeld, clock, durationMilliseconds, onClose],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on a toast only holds its time
    <div
      className={classNames(styles.toast, styles[kind])}
      data-toast={kind}
      onMouseMove={hold}
      onMouseLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <Icon isCircled className={styles.mark} d={marks[kind]} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      </div>
      <CloseButton onClose={onClose} />
    </div>
  );
}

type ToastKind = 'info' | 'success' | 'warning' | 'error';
type ToastOptions = { detail?: string; durationMilliseconds?: number };
type Toast = ToastOptions & { id: number; kind: ToastKind; title: string };

export function useAnnouncement(message: string | undefined): void {
  const { announce } = useToasts();
  useEffect(() => {
    if (message !== undefined) announce(message);
  }, [message, announce]);
}
