import { useEffect, useRef } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { countdownSeconds } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './recorder.module.css';

type Props = { leftSeconds: number; onSkip: () => void; onCancel: () => void };

/** Spec §4: five seconds to get ready; Esc cancels. Announced once, since a voice counting along would be recorded. */
export function CountdownOverlay({ leftSeconds, onSkip, onCancel }: Props) {
  const text = useText('demo').recorder.countdown;
  const { announce } = useToasts();
  const skip = useRef<HTMLButtonElement>(null);
  // After the dialog has opened, which puts the focus on its first button.
  useEffect(() => skip.current?.focus(), []);
  useEffect(() => {
    announce(fillPlaces(text.announce, { n: countdownSeconds }));
  }, [announce, text]);
  return (
    <Dialog title={text.title} onClose={onCancel} className={styles.countdown}>
      <p key={leftSeconds} className={styles.countdownNumber} aria-hidden="true">
        {leftSeconds}
      </p>
      <div className={styles.countdownActions}>
        <Button variant="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button ref={skip} onClick={onSkip}>
          {text.skip}
        </Button>
      </div>
    </Dialog>
  );
}
