import { useState } from 'react';
import { deleteTranscription } from '#shared/contract/transcription.ts';
import { resultTitleMaxCharacters } from '#shared/limits.ts';
import { ConfirmedButton } from '../../components/ui/confirmed-button.tsx';
import { Button } from '../../components/ui/elements.tsx';
import { Field } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useAction } from '../../components/ui/use-action.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './result-edits.module.css';
import results from './results.module.css';

export function TranslateAgain({ isRunning, onTranslate }: { isRunning: boolean; onTranslate: () => Promise<void> }) {
  const { notice, again, running } = useText('demo').results.translation;
  const { run } = useAction('general');
  return (
    <div className={styles.again}>
      <p>{notice}</p>
      <Button
        size="sm"
        aria-disabled={isRunning || undefined}
        onClick={isRunning ? undefined : () => void run(onTranslate)}
      >
        {isRunning ? running : again}
      </Button>
    </div>
  );
}

export function NameButton({ title, onName }: { title: string | null; onName: (title: string | null) => void }) {
  const { name } = useText('demo').results;
  /** Nothing while none is being written. */
  const [draft, setDraft] = useState<string>();
  const close = () => setDraft(undefined);
  const submit = () => {
    close();
    onName(draft?.trim() || null);
  };
  return (
    <>
      <Button variant="ghost" onClick={() => setDraft(title ?? '')}>
        {title === null ? name.button : name.change}
      </Button>
      {draft !== undefined && (
        <FormDialog title={name.title} onSubmit={submit} onClose={close}>
          <Field
            label={name.label}
            value={draft}
            maxLength={resultTitleMaxCharacters}
            autoComplete="off"
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  );
}

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
    <ConfirmedButton variant="ghost" className={results.remove} words={text} onConfirm={remove}>
      {text.button}
    </ConfirmedButton>
  );
}
