import { type FormEvent, useState } from 'react';
import type { ResultEdits } from '#shared/contract/transcription.ts';
import { resultTitleMaxCharacters } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useFailureSentence } from '../../lib/failure-sentence.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { type EditedTexts, editedOf } from './demo-result.ts';
import styles from './result-edits.module.css';
import type { KeptResult } from './result-store.ts';
import results from './results.module.css';

/** The English is out of date: said over both texts, with the way to a new one. */
export function TranslateAgain({ isRunning, onTranslate }: { isRunning: boolean; onTranslate: () => Promise<void> }) {
  const { notice, again, running } = useText('demo').results.translation;
  const { show } = useToasts();
  const explain = useFailureSentence();
  const translate = () => onTranslate().catch((error: unknown) => show('error', explain(error, 'general')));
  return (
    <div className={styles.again}>
      <p>{notice}</p>
      <Button size="sm" disabled={isRunning} onClick={() => void translate()}>
        {isRunning ? running : again}
      </Button>
    </div>
  );
}

/** On paper: which result this is, and of when. */
export function PrintedName({ kept }: { kept: KeptResult }) {
  const { productName } = useText('common');
  return (
    <p className={results.printed}>
      <strong>{kept.edited.title ?? productName}</strong> · {formatDay(kept.madeAt)}
    </p>
  );
}

type NameProps = { title: string | null; onName: (title: string | null) => void; className?: string | undefined };

/** A name of one's own for a result. */
export function NameButton({ title, onName, className }: NameProps) {
  const { name } = useText('demo').results;
  const text = useText('demo').results;
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsOpen(false);
    onName(draft.trim() || null);
  };
  const open = () => {
    setDraft(title ?? '');
    setIsOpen(true);
  };
  return (
    <>
      <Button variant="ghost" className={className} onClick={open}>
        {title === null ? name.button : name.change}
      </Button>
      {isOpen && (
        <Dialog title={name.title} onClose={() => setIsOpen(false)}>
          <form onSubmit={submit}>
            <Field
              label={name.label}
              value={draft}
              maxLength={resultTitleMaxCharacters}
              autoComplete="off"
              onChange={(event) => setDraft(event.currentTarget.value)}
            />
            <div className={results.editorActions}>
              <Button variant="ghost" onClick={() => setIsOpen(false)}>
                {text.cancel}
              </Button>
              <Button type="submit">{text.save}</Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

type ConflictProps = { kept: KeptResult; other: ResultEdits; onChoose: (whose: 'mine' | 'other') => void };

/** Two devices corrected the same result: both are shown, and the person chooses. */
export function ConflictDialog({ kept, other, onChoose }: ConflictProps) {
  const { conflict } = useText('demo').results;
  const versions = [
    { whose: 'mine', edited: kept.edited },
    { whose: 'other', edited: editedOf(kept.result, other) },
  ] as const;
  return (
    <Dialog title={conflict.title} className={styles.conflict}>
      <p>{conflict.text}</p>
      <div className={styles.versions}>
        {versions.map(({ whose, edited }) => (
          <section key={whose} aria-label={conflict[whose]} className={styles.version}>
            <h3>{conflict[whose]}</h3>
            <VersionTexts {...edited} />
            <Button variant="outline" size="sm" onClick={() => onChoose(whose)}>
              {conflict.take}
            </Button>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function VersionTexts({ title, cleanedText, translation }: EditedTexts) {
  return (
    <>
      {title !== null && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      <p lang="so">{cleanedText}</p>
      <p lang="en">{translation}</p>
    </>
  );
}
