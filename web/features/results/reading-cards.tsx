import { Fragment, type MouseEvent, type ReactNode } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button, classNames } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText } from './changed-text.tsx';
import styles from './reading.module.css';
import { ResultCard } from './result-card.tsx';
import { QualityBar } from './result-quality.tsx';
import { EnglishSentence, isUnsure, MarkedWords, readPress, UnsureNote } from './row-text.tsx';
import type { ReadWord, Row } from './rows.ts';
import type { Reading, ReadingProps } from './use-reading.ts';

/** The three texts of a result of one paragraph (spec §2): what was heard stays as it is, and so does its score. */
export function ReadingCards({ reading, ...props }: ReadingProps & { reading: Reading }) {
  const { original, enhanced, english, rows, view, changes } = reading;
  const { result, edited, onEdit, onEditing, onPlay } = props;
  const { listen } = useText('demo').results;
  const editor = { onEditing, onHear: onPlay };
  return (
    <div className={styles.three}>
      <ResultCard
        {...original}
        language="so"
        isShown={view === 'original'}
        footer={<QualityBar {...result.engine} score={result.transcriptConfidence} title={original.title} />}
      >
        <PressedText language="so" rows={rows} onPressWord={(row, word) => onPlay(rows.rows[row]?.heard[word])}>
          {(row) => <MarkedWords words={row.heard} isHeard />}
        </PressedText>
        <p className={styles.hint}>{listen.wordHint}</p>
      </ResultCard>
      <ResultCard
        {...enhanced}
        language="so"
        isShown={view === 'enhanced' || view === 'changes'}
        editor={{ ...editor, words: rows.rows.flatMap((row) => row.words) }}
        onEdit={(transcript) => onEdit({ transcript })}
        actions={<ChangesSwitch reading={reading} />}
      >
        {(open) =>
          view === 'changes' ? <ChangedText changes={changes} /> : <CleanedText rows={rows} onPressWord={open} />
        }
      </ResultCard>
      <ResultCard
        {...english}
        language="en"
        isShown={view === 'english'}
        editor={editor}
        onEdit={(translation) => onEdit({ translation, translationOf: edited.transcript })}
        footer={
          english.score !== undefined && <QualityBar {...result.engine} score={english.score} title={english.title} />
        }
      >
        {rows.rows.some((row) => isUnsure(row.english)) && <UnsureNote />}
        <PressedText language="en" rows={rows}>
          {(row) => <EnglishSentence english={row.english} />}
        </PressedText>
      </ResultCard>
    </div>
  );
}

const cards = ['original', 'enhanced', 'english'] as const;
const versions = ['original', 'enhanced', 'changes'] as const;

export function ChoiceBar({ reading: { isShort, view, show } }: { reading: Reading }) {
  const { tabsLabel, viewsLabel, ...labels } = useText('demo').results.reading;
  // Changes are shown in the card of the enhanced text.
  const shown = isShort && view === 'changes' ? 'enhanced' : view;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={isShort ? tabsLabel : viewsLabel}
      className={classNames(styles.choices, isShort && styles.tabs)}
    >
      {(isShort ? cards : versions).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === shown}
          className={styles.choice}
          onClick={() => show(each)}
        >
          {labels[each]}
        </button>
      ))}
    </div>
  );
}

function ChangesSwitch({ reading: { hasChanges, view, show } }: { reading: Reading }) {
  const { changes } = useText('demo').results.reading;
  const isOn = view === 'changes';
  if (!hasChanges) return null;
  return (
    <Button variant="ghost" size="sm" aria-pressed={isOn} onClick={() => show(isOn ? 'enhanced' : 'changes')}>
      {changes}
    </Button>
  );
}

type TextProps = {
  language: Language;
  rows: Reading['rows'];
  children: (row: Row) => ReactNode;
  onPressWord?: (row: number, word: number) => void;
};

/** A text by its sentences, as text: who presses one hears it. */
function PressedText({ language, rows: { rows, lit, choose }, children, onPressWord }: TextProps) {
  const press = (event: MouseEvent) => {
    const pressed = readPress(event);
    if (pressed?.word !== undefined) onPressWord?.(pressed.row, pressed.word);
    else if (pressed !== undefined) choose(pressed.row);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by key the player is moved, and the editor finds what is in doubt
    <p lang={language} data-text="" className={styles.text} onClick={press}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
        <Fragment key={at}>
          {at > 0 && ' '}
          <span
            data-row={at}
            className={classNames(styles.sentence, at === lit && styles.lit)}
            aria-current={at === lit || undefined}
          >
            {children(row)}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

type CleanedProps = { rows: Reading['rows']; onPressWord: (word: ReadWord | undefined) => void };

function CleanedText({ rows, onPressWord }: CleanedProps) {
  const { original, wordCheck } = useText('demo').results;
  const { language } = useLanguage();
  const doubtful = rows.rows.flatMap((row) => row.words).filter(({ isDoubtful }) => isDoubtful).length;
  return (
    <>
      {doubtful > 0 && (
        <p className={classNames(styles.hint, styles.tip)}>
          {formatCount(language, original.doubtful, doubtful)} {wordCheck.hint}
        </p>
      )}
      <PressedText language="so" rows={rows} onPressWord={(row, word) => onPressWord(rows.rows[row]?.words[word])}>
        {(row) => <MarkedWords words={row.words} />}
      </PressedText>
    </>
  );
}
