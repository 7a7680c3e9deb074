import { type ReactNode, useState } from 'react';
import styles from './confirmed-button.module.css';
import { Dialog } from './dialog.tsx';
import { Button, classNames } from './elements.tsx';
import { useAction } from './use-action.ts';

type Props = {
  variant: 'outline' | 'ghost';
  className?: string | undefined;
  words: { title: string; text: string; keep: string; confirm: string; running: string };
  /** What cannot be undone; where it fails, the reason is said and the dialog closes. */
  onConfirm: () => Promise<void>;
  children: ReactNode;
};

export function ConfirmedButton({ variant, className, words, onConfirm, children }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useAction('general');
  const close = () => setIsAsking(false);
  const confirm = () => run(onConfirm).then(close);
  return (
    <>
      <Button variant={variant} className={classNames(styles.ask, className)} onClick={() => setIsAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <Dialog title={words.title} onClose={close}>
          <p>{words.text}</p>
          <div className={styles.actions}>
            <Button variant="outline" onClick={close}>
              {words.keep}
            </Button>
            <Button variant="destructive" disabled={isRunning} onClick={() => void confirm()}>
              {isRunning ? words.running : words.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
