import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../lib/language-context.ts';
import { createStore, useStore } from '../../lib/store.ts';
import closeButton from './close-button.module.css';
import styles from './dialog.module.css';
import { classNames, Icon } from './elements.tsx';

type Props = {
  title: string;
  /** Without it the dialog cannot be dismissed, and must offer a way out in its content. */
  onClose?: () => void;
  hasCloseButton?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

export function Dialog({ title, onClose, hasCloseButton = false, className, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    const host = messages.current;
    if (dialog === null || host === null) return undefined;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    // Not the first button, which closes it: a screen reader says what this is.
    heading.current?.focus();
    openDialogs.set([...openDialogs.get(), host]);
    return () => {
      openDialogs.set(openDialogs.get().filter((each) => each !== host));
      dialog.close();
      const isKept = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      if (isKept) opener.focus();
      // What opened by itself, or from a menu that has closed, gives the focus to the page, not to nowhere.
      if (document.activeElement !== opener || !isKept) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={element}
      className={classNames(styles.dialog, className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // Chrome lets a second Escape close a dialog whatever `cancel` says, which a wall must not allow.
        if (event.key === 'Escape' && onClose === undefined) event.preventDefault();
      }}
    >
      <div className={styles.body}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {onClose !== undefined && hasCloseButton && <CloseButton onClose={onClose} className={styles.close} />}
        {children}
      </div>
      <div ref={messages} />
    </dialog>
  );
}

export function CloseButton({ onClose, className }: { onClose: () => void; className?: string | undefined }) {
  const { actions } = useText('common');
  return (
    <button
      type="button"
      className={classNames(closeButton.close, className)}
      aria-label={actions.close}
      onClick={onClose}
    >
      <Icon d="M7 7l10 10M17 7L7 17" />
    </button>
  );
}

// While a modal dialog is open everything outside it is inert, toasts and the live region too: they move into it.
const openDialogs = createStore<readonly HTMLElement[]>([]);

/** The place for messages of the topmost open dialog, if any. */
export const useDialogHost = (): HTMLElement | null => useStore(openDialogs).at(-1) ?? null;
