import { type ReactNode, useMemo, useRef, useState } from 'react';
import { classNames } from '../../components/ui/elements.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText, ChangeSummary } from './changed-text.tsx';
import { HeardText, PairedText, runsOf } from './paired-text.tsx';
import styles from './reading.module.css';
import { ChoiceBar, ResultCard } from './result-card.tsx';
import { dressWord, WordCheck } from './result-edits.tsx';
import { QualityBar } from './result-quality.tsx';
import { englishOf } from './result-store.ts';
import { type EnglishText, type ReadingProps, replaceWord, type Sentences, type SomaliText } from './use-reading.ts';

/** `notice`: the way to new English, in the card that a phone shows. */
type CardProps = ReadingProps & { sentences: Sentences; notice: ReactNode };

/** The Somali: cleaned, and with one switch as it was heard or with what was changed. */
export function SomaliCard(props: CardProps & { somali: SomaliText }) {
  const { result, onEdit, onEditing, notice, somali } = props;
  const words = useText('demo').results;
  const { view, isEdited } = somali;
  const choices = (['heard', 'cleaned', 'changes'] as const)
    .filter((value) => value !== 'changes' || somali.hasChanges)
    .map((value) => ({ value, label: words.reading.views[value] }));
  // What was heard is evidence, and stays as it is.
  const isEvidence = view === 'heard';
  return (
    <ResultCard
      {...somali}
      notice={notice}
      language="so"
      bar={<ChoiceBar label={words.reading.viewsLabel} choices={choices} value={view} onChange={somali.setView} />}
      onEdit={isEvidence ? undefined : (transcript) => onEdit({ transcript })}
      onEditing={onEditing}
      onUndo={isEdited && !isEvidence ? () => onEdit(machineTexts(props)) : undefined}
      // The score is of what was heard, not of what a person wrote.
      footer={
        (isEvidence || !isEdited) && (
          <QualityBar score={result.transcriptConfidence} title={words.reading.somali} engine={result.engine} />
        )
      }
    >
      {view === 'changes' && (
        <>
          <ChangedText changes={somali.changes} />
          <ChangeSummary changes={somali.changes} />
        </>
      )}
      {view === 'heard' && <HeardText {...props} />}
      {view === 'cleaned' && <CleanedText {...props} />}
    </ResultCard>
  );
}

/** The machine's Somali again, and its English where the person wrote none of their own. */
function machineTexts({ result, edited }: CardProps) {
  const { transcript, translation } = result;
  const english = englishOf({ result, edited }).isOwn ? {} : { translation, translationOf: transcript };
  return { transcript, ...english };
}

/** The text by its sentences; a doubtful word is heard and corrected where it stands. */
function CleanedText({ edited, sentences, onEdit, onPlay }: CardProps) {
  const { original, wordCheck } = useText('demo').results;
  const { language } = useLanguage();
  const { somali, lit, choose } = sentences;
  const [checked, setChecked] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const runs = useMemo(() => somali.map(runsOf), [somali]);
  const words = somali.flatMap((sentence) => sentence.words);
  const doubtful = words.filter(({ isDoubtful }) => isDoubtful).length;
  const word = words.find(({ at }) => at === checked);
  /** On to the next word to check, or back to the text. */
  const close = () => {
    setChecked(undefined);
    requestAnimationFrame(() => {
      const next = box.current?.querySelector<HTMLElement>('[data-word]') ?? box.current?.querySelector('[data-part]');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
  };
  const check = (at: number) => {
    setChecked(at);
    onPlay(words.find((each) => each.at === at));
  };
  const form = word !== undefined && (
    <WordCheck
      key={word.at}
      word={word.text}
      alternatives={(word.alternatives ?? []).map((other) => dressWord(other, word.text))}
      onHear={() => onPlay(word)}
      onClose={close}
      onSave={(typed) => {
        close();
        if (typed.trim() !== word.text) onEdit({ transcript: replaceWord(edited.transcript, word.at, typed) });
      }}
    />
  );
  return (
    <div ref={box} className={styles.cleaned}>
      <PairedText
        language="so"
        text={edited.transcript}
        sentences={runs}
        lit={lit}
        onChoose={choose}
        onChooseWord={check}
        below={{ at: somali.findIndex((sentence) => sentence.words.some(({ at }) => at === checked)), content: form }}
      />
      {doubtful > 0 && word === undefined && (
        <p className={classNames(styles.hint, styles.tip)}>
          {formatCount(language, original.doubtful, doubtful)} {wordCheck.hint}
        </p>
      )}
    </div>
  );
}

export function TranslationCard(props: CardProps & { english: EnglishText }) {
  const { result, edited, onEdit, onEditing, notice, sentences, english } = props;
  return (
    <ResultCard
      {...english}
      notice={notice}
      language="en"
      onEdit={(translation) => onEdit({ translation, translationOf: edited.transcript })}
      onEditing={onEditing}
      onUndo={
        english.isOwn ? () => onEdit({ translation: result.translation, translationOf: result.transcript }) : undefined
      }
      // What a person wrote has no score, and what is out of date none that holds.
      footer={
        !english.isOutdated &&
        !english.isOwn && (
          <QualityBar
            score={english.confidence}
            title={english.title}
            engine={result.engine}
            sentenceScore={sentences.lit === undefined ? undefined : sentences.scores[sentences.lit]}
          />
        )
      }
    >
      <PairedText
        language="en"
        text={english.text}
        sentences={sentences.english}
        lit={sentences.lit}
        onChoose={sentences.choose}
      />
    </ResultCard>
  );
}
