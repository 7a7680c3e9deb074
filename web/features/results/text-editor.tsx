import { useEffect, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button } from '../../components/ui/button.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './results.module.css';

type Props = {
  title: string;
  language: Language;
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** Correcting a text in place; Esc leaves it as it was. */
export function TextEditor({ title, language, text, onSave, onCancel }: Props) {
  const words = useText('demo').results;
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        lang={language}
        rows={6}
        className={styles.field}
        aria-label={words.editLabel.replace('{title}', title)}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <div className={styles.editorActions}>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button size="sm" onClick={() => onSave(draft.trim() === '' ? text : draft.trim())}>
          {words.save}
        </Button>
      </div>
    </div>
  );
}
