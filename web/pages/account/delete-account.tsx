import { useState } from 'react';
import { useLocation } from 'wouter';
import { deleteAccount } from '#shared/contract/accounts.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './account-page.module.css';

/** Deletes the account, after one question, and goes home as nobody. */
export function DeleteAccount() {
  const text = useText('account').remove;
  const sentence = useSentence();
  const { api } = useServices();
  const { forgetSession } = useSession();
  const { show } = useToasts();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const [isRunning, setIsRunning] = useState(false);

  const remove = async () => {
    setIsRunning(true);
    try {
      const { message } = await api.call(deleteAccount, {});
      show('success', message);
      navigate('/');
      await forgetSession();
    } catch (error) {
      show('error', error instanceof ApiError ? error.message : sentence('UNEXPECTED'));
      setIsRunning(false);
      setIsAsking(false);
    }
  };

  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">{text.title}</h2>
      <p>{text.text}</p>
      <Button variant="destructive" onClick={() => setIsAsking(true)}>
        {text.button}
      </Button>
      {isAsking && (
        <Dialog title={text.question} onClose={() => setIsAsking(false)}>
          <p>{text.text}</p>
          <div className={styles.actions}>
            <Button variant="outline" onClick={() => setIsAsking(false)}>
              {text.keep}
            </Button>
            <Button variant="destructive" disabled={isRunning} onClick={() => void remove()}>
              {isRunning ? text.running : text.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
