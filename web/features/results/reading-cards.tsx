import { Fragment, type MouseEvent, type ReactNode } from 'react';
import type { Language } from '#shared/languages.ts';
import { Button, classNames } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText } from './changed-text.tsx';
import styles from './reading.module.css';
import { ResultCard } from './result-card.tsx';
import { QualityBar } from './result-quality.tsx';
import { englishOf } from './result-store.ts';
import { EnglishSentence, isUnsure, MarkedWords, readPress, UnsureNote } from './row-text.tsx';
import type { Row } from './rows.ts';
import type { EnglishText, ReadingProps, ReadRows, SomaliText } from './use-reading.ts';

/** `isShown`: on a screen with room for one card. `notice`: the way to new English, in the card that is shown there. */
type CardProps = ReadingProps & { isShown: boolean; rows: ReadRows; notice?: ReactNode };
type SomaliProps = CardProps & { somali: SomaliText };

/** What was heard: evidence, which stays as it is, and so does its score. */
export function OriginalCard(props: SomaliProps) {
  const { isShown, notice, result, rows, onPlay } = props;
  const { listen } = useText('demo').results;
  const { title, hint, copied, text } = props.somali.original;
  return (
    <ResultCard
      {...{ isShown, notice, title, hint, copied, text }}
      language="so"
      footer={<QualityBar score={result.transcriptConfidence} title={title} engine={result.engine} />}
    >
      <PressedText language="so" rows={rows} onPressWord={(row, word) => onPlay(rows.rows[row]?.heard[word])}>
        {(row) => <MarkedWords words={row.heard} isHeard />}
      </PressedText>
      <p className={styles.hint}>{listen.wordHint}</p>
    </ResultCard>
  );
}

/** The Somali as the clean-up and its reader have left it, or with what was changed. */
export function EnhancedCard(props: SomaliProps) {
  const { isShown, notice, somali, rows, onEdit, onEditing, onPlay } = props;
  const { title, copied, text, ...words } = somali.enhanced;
  const { views } = useText('demo').results.reading;
  const showsChanges = somali.view === 'changes';
  return (
    <ResultCard
      {...{ isShown, notice, title, copied, text, onEditing }}
      words={rows.rows.flatMap((row) => row.words)}
      onHear={onPlay}
      hint={somali.isEdited ? words.edited : words.hint}
      language="so"
      onEdit={(transcript) => onEdit({ transcript })}
      onUndo={somali.isEdited ? () => onEdit(machineTexts(props)) : undefined}
      actions={
        somali.hasChanges && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={showsChanges}
            onClick={() => somali.setView(showsChanges ? 'cleaned' : 'changes')}
          >
            {views.changes}
          </Button>
        )
      }
    >
      {(open) =>
        showsChanges ? <ChangedText changes={somali.changes} /> : <CleanedText rows={rows} onPressWord={open} />
      }
    </ResultCard>
  );
}

/** The machine's Somali again, and its English where the person wrote none of their own. */
export function machineTexts({ result, edited }: Pick<ReadingProps, 'result' | 'edited'>) {
  const { transcript, translation } = result;
  const english = englishOf({ result, edited }).isOwn ? {} : { translation, translationOf: transcript };
  return { transcript, ...english };
}

type TextProps = {
  language: Language;
  rows: ReadRows;
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
function CleanedText({ rows, onPressWord }: { rows: ReadRows; onPressWord: (word: number) => void }) {
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

export function TranslationCard(props: CardProps & { english: EnglishText }) {
  const { isShown, result, edited, onEdit, onEditing, notice, rows, english } = props;
  return (
    <ResultCard
      {...english}
      {...{ isShown, notice }}
      language="en"
      onEdit={(translation) => onEdit({ translation, translationOf: edited.transcript })}
      onEditing={onEditing}
      onUndo={
        english.isOwn ? () => onEdit({ translation: result.translation, translationOf: result.transcript }) : undefined
      }
      // What a person wrote has no score, and what is out of date none that holds.
      footer={
        !english.isOutdated &&
        !english.isOwn && <QualityBar score={english.confidence} title={english.title} engine={result.engine} />
      }
    >
      {rows.rows.some(({ english: sentence }) => isUnsure(sentence)) && <UnsureNote />}
      <PressedText language="en" rows={rows}>
        {(row) => <EnglishSentence english={row.english} />}
      </PressedText>
    </ResultCard>
  );
}
