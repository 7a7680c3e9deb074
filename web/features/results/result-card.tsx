import { type ReactNode, useId, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button, classNames, Icon } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './results.module.css';
import type { ReadWord } from './rows.ts';
import { CopyButton } from './take-away.tsx';
import { type EditedPair, type EditorProps, TextEditor } from './text-editor.tsx';
import type { Reading } from './use-reading.ts';

type Props = Pick<Reading['english'], 'title' | 'hint' | 'text' | 'copied'> & {
  /** On a screen with room for one card. */
  isShown: boolean;
  language: Language;
  /** The hint says what has happened to the text: it is read also where there is little room. */
  isNews?: boolean;
  /** Where that says more than the text. */
  copyText?: string;
  actions?: ReactNode;
  /** Absent where the text is evidence and stays as it is, and so is the editor. */
  onEdit?: (text: string) => void;
  editor?: Pick<EditorProps, 'words' | 'onHear' | 'onEditing'>;
  /** The text on show, and what belongs to it; a marked word opens the editor where it stands. */
  children: ReactNode | ((open: (word: ReadWord | undefined) => void) => ReactNode);
  footer?: ReactNode;
};

export function ResultCard({ title, language, text, editor, onEdit, children, ...props }: Props) {
  const words = useText('demo').results;
  const label = words.editLabel.replace('{title}', title);
  /** Open at the word that was pressed, if one was. */
  const [editing, setEditing] = useState<{ word?: ReadWord | undefined }>();
  /** What was typed before Esc. */
  const [draft, setDraft] = useState<EditedPair>();
  const editButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const stopEditing = (typed?: EditedPair) => {
    setDraft(typed);
    setEditing(undefined);
    // The button is back after the next paint, and the keyboard on it.
    requestAnimationFrame(() => editButton.current?.focus());
  };
  return (
    <section className={styles.card} aria-labelledby={titleId} data-shown={props.isShown || undefined}>
      <header className={styles.cardHead}>
        <h2 id={titleId} className={styles.cardTitle}>
          {title}
        </h2>
        <p role="status" className={classNames(styles.hint, styles.status, !props.isNews && styles.plain)}>
          {props.hint}
        </p>
      </header>
      {editing && editor ? (
        <TextEditor
          {...editor}
          texts={{ [language]: text }}
          labels={{ so: label, en: label }}
          word={editing.word}
          draft={draft}
          onClose={stopEditing}
          onSave={(texts) => {
            onEdit?.(texts[language]?.trim() || text);
            stopEditing();
          }}
        />
      ) : (
        <>
          <div className={styles.cardBody}>
            {typeof children === 'function' ? children((word) => setEditing({ word })) : children}
          </div>
          {props.footer}
          <div className={styles.cardActions}>
            <CopyButton title={title} text={props.copyText ?? text} copied={props.copied} />
            {editor && (
              <Button ref={editButton} variant="ghost" size="sm" aria-label={label} onClick={() => setEditing({})}>
                <Icon className={styles.icon} d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />
                {words.edit}
              </Button>
            )}
            {props.actions}
          </div>
        </>
      )}
    </section>
  );
}
