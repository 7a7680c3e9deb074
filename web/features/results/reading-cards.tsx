import { Fragment, type MouseEvent, type ReactNode } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button, classNames } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText } from './changed-text.tsx';
import styles from './reading.module.css';
import { ResultCard } from './result-card.tsx';
import { QualityBar } from './result-quality.tsx';
import { EnglishSentence, isUnsure, MarkedWords, readPress, UnsureNote } from './row-text.tsx';
import type { Row } from './rows.ts';
import type { Reading, ReadingProps } from './use-reading.ts';

/** The three texts of a result of one paragraph (spec §2): what was heard stays as it is, and so does its score. */
export function ReadingCards({ reading, ...props }: ReadingProps & { reading: Reading }) {
  const { original, enhanced, english, rows, shown, view, changes } = reading;
  const { result, edited, onEdit, onEditing, onPlay } = props;
  const { listen } = useText('demo').results;
  const editor = { onEditing, onHear: onPlay };
  return (
    <div className={styles.three}>
      <ResultCard
        {...original}
        language="so"
        isShown={shown === 'heard'}
        footer={<QualityBar score={result.transcriptConfidence} title={original.title} engine={result.engine} />}
      >
        <PressedText language="so" rows={rows} onPressWord={(row, word) => onPlay(rows.rows[row]?.heard[word])}>
          {(row) => <MarkedWords words={row.heard} isHeard />}
        </PressedText>
        <p className={styles.hint}>{listen.wordHint}</p>
      </ResultCard>
      <ResultCard
        {...enhanced}
        language="so"
        isShown={shown === 'cleaned'}
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
        isShown={shown === 'en'}
        editor={editor}
        onEdit={(translation) => onEdit({ translation, translationOf: edited.transcript })}
        footer={
          english.score !== undefined && (
            <QualityBar score={english.score} title={english.title} engine={result.engine} />
          )
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

/** Which of the texts is on show. */
export function ChoiceBar({ reading: { barLabel, choices, shown, choose, isShort } }: { reading: Reading }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={barLabel} className={classNames(styles.choices, isShort && styles.tabs)}>
      {choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === shown}
          className={styles.choice}
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function ChangesSwitch({ reading: { hasChanges, view, setView } }: { reading: Reading }) {
  const { views } = useText('demo').results.reading;
  const isOn = view === 'changes';
  if (!hasChanges) return null;
  return (
    <Button variant="ghost" size="sm" aria-pressed={isOn} onClick={() => setView(isOn ? 'cleaned' : 'changes')}>
      {views.changes}
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

/** What the marks mean stands above the text. */
function CleanedText({ rows, onPressWord }: { rows: Reading['rows']; onPressWord: (word: number) => void }) {
  const { original, wordCheck } = useText('demo').results;
  const { language } = useLanguage();
  const words = rows.rows.map((row) => row.words);
  const doubtful = words.flat().filter(({ isDoubtful }) => isDoubtful).length;
  return (
    <>
      {doubtful > 0 && (
        <p className={classNames(styles.hint, styles.tip)}>
          {formatCount(language, original.doubtful, doubtful)} {wordCheck.hint}
        </p>
      )}
      <PressedText
        language="so"
        rows={rows}
        onPressWord={(row, word) => onPressWord(words.slice(0, row).flat().length + word)}
      >
        {(row) => <MarkedWords words={row.words} />}
      </PressedText>
    </>
  );
}
