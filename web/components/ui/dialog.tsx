import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';
import { enterDialogHost } from './dialog-host.ts';

type Props = {
  title: string;
  /** Names the close button; a dialog without it cannot be dismissed and must offer a way out in its content. */
  closeLabel?: string;
  onClose?: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/** A modal dialog on the browser's own `<dialog>`: shown while it is rendered. */
export function Dialog({ title, closeLabel, onClose, className, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (dialog === null || messages.current === null) return undefined;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    // Not the first button, which is the way out: whoever listens hears what this is.
    heading.current?.focus();
    const leaveHost = enterDialogHost(messages.current);
    return () => {
      leaveHost();
      dialog.close();
      const isKept = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      // What opened by itself gives the focus to the page, not to nowhere.
      (isKept ? opener : document.getElementById('main'))?.focus({ preventScroll: !isKept });
    };
  }, []);

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };

  return (
    <dialog
      ref={element}
      className={classNames(styles.dialog, className)}
      aria-labelledby={titleId}
      onCancel={onCancel}
      onKeyDown={(event) => {
        // Chrome lets a second Escape close a dialog whatever `cancel` says, which a wall must not allow.
        if (event.key === 'Escape' && onClose === undefined) event.preventDefault();
      }}
    >
      <div ref={messages} className={styles.messages} />
      <div className={styles.body}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {onClose !== undefined && closeLabel !== undefined && (
          <CloseButton label={closeLabel} onClose={onClose} className={styles.close} />
        )}
        {children}
      </div>
    </dialog>
  );
}
