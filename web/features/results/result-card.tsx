import { type ReactNode, useId, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button, classNames, Icon, onEscape, takeFocus } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import reading from './reading.module.css';
import { CopyButton } from './result-actions.tsx';
import styles from './results.module.css';

type Props = {
  title: string;
  hint: string;
  /** On a screen with room for one card. */
  isShown: boolean;
  /** The hint says that the text no longer fits the other one. */
  isOutdated?: boolean;
  language: Language;
  /** What is copied and edited. */
  text: string;
  /** What is copied, where that says more. */
  copyText?: string;
  copied: string;
  /** What follows from an edit: it stands where the page is after saving. */
  notice: ReactNode;
  /** The switch between its versions. */
  bar?: ReactNode;
  /** What else can be done with it. */
  actions?: ReactNode;
  /** Absent where the text is evidence and stays as it is. */
  onEdit?: ((text: string) => void) | undefined;
  onUndo?: (() => void) | undefined;
  /** What is typed and not saved yet would be lost by leaving. */
  onEditing?: ((isEditing: boolean) => void) | undefined;
  /** The text on show, and what belongs below it. */
  children: ReactNode;
  footer?: ReactNode;
};

/** One text of the result: heading, copy, edit, text, quality. */
export function ResultCard(props: Props) {
  const { title, language, text, onEdit, onUndo } = props;
  const words = useText('demo').results;
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const head = useRef<HTMLElement>(null);
  const titleId = useId();
  const isNews = props.isOutdated || onUndo !== undefined;
  const changeEditing = (isNow: boolean) => {
    setEditing(isNow);
    props.onEditing?.(isNow);
  };
  const stopEditing = () => {
    changeEditing(false);
    // The button is back after the next paint, and the keyboard on it; below a long text it must not take the page along.
    requestAnimationFrame(() => {
      editButton.current?.focus({ preventScroll: true });
      head.current?.scrollIntoView({ block: 'nearest' });
    });
  };
  const undo = () => {
    onUndo?.();
    // The button that was pressed goes.
    editButton.current?.focus();
  };
  return (
    <section className={styles.card} aria-labelledby={titleId} data-shown={props.isShown || undefined}>
      <header ref={head} className={styles.cardHead}>
        <h2 id={titleId} className={styles.cardTitle}>
          {title}
        </h2>
        <div role="status" className={styles.status}>
          <p className={classNames(styles.hint, !isNews && styles.plain)}>{props.hint}</p>
          {props.notice}
        </div>
      </header>
      {isEditing ? (
        <TextEditor
          title={title}
          language={language}
          text={text}
          onCancel={stopEditing}
          onSave={(edited) => {
            onEdit?.(edited);
            stopEditing();
          }}
        />
      ) : (
        <>
          {props.bar}
          <div className={styles.cardBody}>{props.children}</div>
          {props.footer}
          <div className={styles.cardActions}>
            <CopyButton title={title} text={props.copyText ?? text} copied={props.copied} />
            {onEdit !== undefined && (
              <Button
                ref={editButton}
                variant="ghost"
                size="sm"
                aria-label={words.editLabel.replace('{title}', title)}
                onClick={() => changeEditing(true)}
              >
                <Icon className={styles.icon} d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />
                {words.edit}
              </Button>
            )}
            {onUndo !== undefined && (
              <Button variant="link" size="sm" onClick={undo}>
                {words.undo}
              </Button>
            )}
            {props.actions}
          </div>
        </>
      )}
    </section>
  );
}

type EditorProps = Pick<Props, 'title' | 'language' | 'text'> & {
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** Correcting a text in place; Esc leaves it while nothing has been typed, which no single key may throw away. */
function TextEditor({ title, language, text, onSave, onCancel }: EditorProps) {
  const words = useText('demo').results;
  const [draft, setDraft] = useState(text);
  const save = () => onSave(draft.trim() === '' ? text : draft.trim());
  return (
    <div className={styles.editor}>
      <textarea
        ref={takeFocus}
        lang={language}
        className={styles.field}
        aria-label={words.editLabel.replace('{title}', title)}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          if (draft === text) onEscape(onCancel)(event);
        }}
      />
      <div className={styles.editorActions}>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button size="sm" onClick={save}>
          {words.save}
        </Button>
      </div>
    </div>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  className?: string | undefined;
};

/** One of a few, side by side. */
export function ChoiceBar<T extends string>({ label, choices, value, onChange, className }: ChoiceProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={label} className={classNames(reading.choices, className)}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          className={reading.choice}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
