import { deleteTranscription } from '#shared/contract/transcription.ts';
import { ConfirmedButton } from '../../components/ui/confirmed-button.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './results.module.css';

/** Deletes the recording and its texts at once, after one question. */
export function DeleteButton({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const text = useText('demo').results.remove;
  const { api } = useServices();
  const { show } = useToasts();
  const remove = async () => {
    await api.call(deleteTranscription, { params: { id } });
    show('success', text.done);
    onDeleted();
  };
  return (
    <ConfirmedButton variant="ghost" className={styles.remove} words={text} onConfirm={remove}>
      {text.button}
    </ConfirmedButton>
  );
}
