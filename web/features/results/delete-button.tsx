import { useState } from 'react';
import { deleteTranscription } from '#shared/contract/transcription.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './results.module.css';

/** Deletes the recording and its texts at once, after one question. */
export function DeleteButton({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const text = useText('demo').results.remove;
  const sentence = useSentence();
  const { api } = useServices();
  const { show } = useToasts();
  const [isAsking, setAsking] = useState(false);
  const [isRunning, setRunning] = useState(false);

  const remove = async () => {
    setRunning(true);
    try {
      await api.call(deleteTranscription, { params: { id } });
      show('success', text.done);
      onDeleted();
    } catch (thrown) {
      show('error', thrown instanceof ApiError ? thrown.message : sentence('UNEXPECTED'));
      setRunning(false);
      setAsking(false);
    }
  };

  return (
    <>
      <Button variant="ghost" className={styles.remove} onClick={() => setAsking(true)}>
        {text.button}
      </Button>
      {isAsking && (
        <Dialog title={text.title} onClose={() => setAsking(false)}>
          <p>{text.text}</p>
          <div className={styles.editorActions}>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {text.keep}
            </Button>
            <Button variant="destructive" disabled={isRunning} onClick={() => void remove()}>
              {isRunning ? text.running : text.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
