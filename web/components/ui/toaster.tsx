import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Clock } from '../../lib/clock.ts';
import { useLanguage } from '../../lib/language-context.ts';
import { openContext, useServices } from '../../lib/services.ts';
import { createStore, useStore } from '../../lib/store.ts';
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
  const { clock } = useServices();
  const [queue] = useState(() => createToastQueue(clock));
  const [announcement, setAnnouncement] = useState('');
  const host = useDialogHost();
  const { language } = useLanguage();
  // What was said in one language does not stay under the other. As a cleanup, before anything is said anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is the reason, not a part
  useEffect(
    () => () => {
      queue.clear();
      setAnnouncement('');
    },
    [language, queue],
  );
  const toasts = useMemo(() => ({ show: queue.show, clear: queue.clear, announce: setAnnouncement }), [queue]);
  const region = <ToastRegion queue={queue} announcement={announcement} />;
  return (
    <ToastContext value={toasts}>
      {children}
      {host === null ? region : createPortal(region, host)}
    </ToastContext>
  );
}

/** Over the page at its foot, so that nothing moves when a message comes or goes. */
function ToastRegion({ queue, announcement }: { queue: ToastQueue; announcement: string }) {
  const shown = useStore(queue.shown);
  // Leaving with the pointer over a toast that then vanishes fires no `mouseleave`.
  useEffect(() => {
    if (shown === undefined) queue.resume();
  }, [shown, queue]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on the toasts only holds their time
    <div
      className={styles.region}
      onMouseEnter={queue.pause}
      onMouseLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
    >
      <div role="status" aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
        {shown !== undefined && <ToastCard key={shown.id} toast={shown} onClose={queue.clear} />}
      </div>
    </div>
  );
}

const marks: Record<ToastKind, string> = {
  info: 'M12 11v6M12 7v.5',
  success: 'M7 12.5l3.5 3.5L17 9',
  warning: 'M12 7v6M12 16.5v.5',
  error: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
};

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  return (
    <div className={classNames(styles.toast, styles[toast.kind])} data-toast={toast.kind}>
      <Icon isCircled className={styles.mark} d={marks[toast.kind]} />
      <div className={styles.words}>
        <p className={styles.title}>{toast.title}</p>
        {toast.detail !== undefined && <p className={styles.detail}>{toast.detail}</p>}
      </div>
      <CloseButton onClose={onClose} />
    </div>
  );
}

type ToastKind = 'info' | 'success' | 'warning' | 'error';
type ToastOptions = { detail?: string; durationMilliseconds?: number };
type Toast = ToastOptions & { id: number; kind: ToastKind; title: string };

const defaultDurationMilliseconds = 5_000;

/** The toast on show, with the time it has left; a second one takes its place, and time stands still while it is read. */
export function createToastQueue(clock: Clock) {
  const shown = createStore<Toast | undefined>(undefined);
  let leftMilliseconds = 0;
  let since = 0;
  let isPaused = false;
  let lastId = 0;
  let cancel = () => {};

  const clear = () => {
    cancel();
    shown.set(undefined);
  };
  const run = () => {
    since = clock.now();
    cancel = clock.after(leftMilliseconds, clear);
  };

  return {
    shown,
    show(kind: ToastKind, title: string, options: ToastOptions = {}) {
      cancel();
      leftMilliseconds = options.durationMilliseconds ?? defaultDurationMilliseconds;
      lastId += 1;
      shown.set({ ...options, id: lastId, kind, title });
      if (!isPaused) run();
    },
    clear,
    pause() {
      if (isPaused) return;
      isPaused = true;
      cancel();
      leftMilliseconds -= clock.now() - since;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      if (shown.get() !== undefined) run();
    },
  };
}

type ToastQueue = ReturnType<typeof createToastQueue>;

/** Reads a message out, and the next one when it changes; nothing while there is none. */
export function useAnnouncement(message: string | undefined): void {
  const { announce } = useToasts();
  useEffect(() => {
    if (message !== undefined) announce(message);
  }, [message, announce]);
}
