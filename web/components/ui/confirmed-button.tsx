import { type ReactNode, useState } from 'react';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { Button } from './button.tsx';
import styles from './confirmed-button.module.css';
import { Dialog } from './dialog.tsx';
import { useToasts } from './toaster.tsx';

type Props = {
  words: { title: string; text: string; keep: string; confirm: string; running: string };
  /** What cannot be undone; where it fails, the reason is said and the dialog closes. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

function ConfirmDialog({ words, onConfirm, onClose }: Props) {
  const explain = useFailureSentence();
  const { show } = useToasts();
  const [isRunning, setIsRunning] = useState(false);
  const confirm = async () => {
    setIsRunning(true);
    try {
      await onConfirm();
    } catch (error) {
      onClose();
      show('error', explain(error, 'general'));
    }
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.text}</p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={onClose}>
          {words.keep}
        </Button>
        <Button variant="destructive" disabled={isRunning} onClick={() => void confirm()}>
          {isRunning ? words.running : words.confirm}
        </Button>
      </div>
    </Dialog>
  );
}

type ButtonProps = Omit<Props, 'onClose'> & {
  variant: 'destructive' | 'ghost';
  className?: string | undefined;
  children: ReactNode;
};

/** A button that asks once before it does what cannot be undone. */
export function ConfirmedButton({ variant, className, children, ...question }: ButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant={variant} className={className} onClick={() => setIsAsking(true)}>
        {children}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setIsAsking(false)} />}
    </>
  );
}
