import { type ReactNode, useId, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button, classNames, Icon } from '../../components/ui/elements.tsx';
import type { Span } from '../../lib/audio-player.ts';
import { useText } from '../../lib/language-context.ts';
import reading from './reading.module.css';
import styles from './results.module.css';
import type { ReadWord } from './rows.ts';
import { CopyButton } from './take-away.tsx';
import { type EditedPair, TextEditor } from './text-editor.tsx';

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
  /** What else can be done with it. */
  actions?: ReactNode;
  /** Absent where the text is evidence and stays as it is. */
  onEdit?: ((text: string) => void) | undefined;
  onUndo?: (() => void) | undefined;
  /** What is typed and not saved yet would be lost by leaving. */
  onEditing?: ((isEditing: boolean) => void) | undefined;
  /** Of a text in which words are marked. */
  words?: readonly ReadWord[];
  onHear?: (span: Span) => void;
  /** The text on show, and what belongs to it; a marked word opens the editor where it stands. */
  children: ReactNode | ((open: (word: number) => void) => ReactNode);
  footer?: ReactNode;
};

/** One text of the result: heading, copy, edit, text, quality. */
export function ResultCard(props: Props) {
  const { title, language, text, onEdit, onUndo, children } = props;
  const words = useText('demo').results;
  const label = words.editLabel.replace('{title}', title);
  const [isEditing, setEditing] = useState(false);
  /** The one that was pressed. */
  const [word, setWord] = useState<number>();
  /** What was typed before Esc. */
  const [draft, setDraft] = useState<EditedPair>();
  const editButton = useRef<HTMLButtonElement>(null);
  const head = useRef<HTMLElement>(null);
  const titleId = useId();
  const isNews = props.isOutdated || onUndo !== undefined;
  const changeEditing = (isNow: boolean) => {
    setEditing(isNow);
    props.onEditing?.(isNow);
  };
  const open = (pressed?: number) => {
    setWord(pressed);
    changeEditing(true);
  };
  const stopEditing = (typed?: EditedPair) => {
    setDraft(typed);
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
          texts={{ [language]: text }}
          labels={{ so: label, en: label }}
          words={props.words ?? []}
          word={word}
          draft={draft}
          onHear={(span) => props.onHear?.(span)}
          onClose={stopEditing}
          onSave={(texts) => {
            onEdit?.(texts[language]?.trim() || text);
            stopEditing();
          }}
        />
      ) : (
        <>
          <div className={styles.cardBody}>{typeof children === 'function' ? children(open) : children}</div>
          {props.footer}
          <div className={styles.cardActions}>
            <CopyButton title={title} text={props.copyText ?? text} copied={props.copied} />
            {onEdit !== undefined && (
              <Button ref={editButton} variant="ghost" size="sm" aria-label={label} onClick={() => open()}>
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
