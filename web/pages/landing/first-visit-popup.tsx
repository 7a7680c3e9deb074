import { useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { freeAttempts } from '#shared/limits.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Button } from '../../components/ui/elements.tsx';
import { Checkbox } from '../../components/ui/field.tsx';
import { useEntry } from '../../features/auth/entry.tsx';
import { SignUpForm } from '../../features/auth/sign-up-form.tsx';
import { useSignUp } from '../../features/auth/use-sign-up.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './first-visit-popup.module.css';

/** `onClose` hears whether the visitor asked not to see it again. */
export function FirstVisitPopup({ onClose }: { onClose: (isOptingOut: boolean) => void }) {
  const text = useText('landing').popup;
  const [isOptingOut, setIsOptingOut] = useState(false);
  const { noteSent } = useEntry();
  const close = () => onClose(isOptingOut);
  const signUp = useSignUp('sign-up', (sent) => {
    close();
    noteSent(sent);
  });
  return (
    <Dialog title={text.title} onClose={close} hasCloseButton className={styles.popup}>
      <p>{fillPlaces(text.body, { attempts: freeAttempts })}</p>
      <SignUpForm signUp={signUp} />
      <div className={styles.end}>
        <Checkbox label={text.hide} checked={isOptingOut} onChange={(event) => setIsOptingOut(event.target.checked)} />
        <Button variant="ghost" size="sm" onClick={close}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  );
}
