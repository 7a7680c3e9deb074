import { useMemo } from 'react';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText, ChangeSummary, countChanges } from './changed-text.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import { PairedText } from './paired-text.tsx';
import { QualityBar } from './quality-bar.tsx';
import styles from './reading.module.css';
import { ResultCard } from './result-card.tsx';
import { findLeastCertain, SpokenWords } from './spoken-words.tsx';
import type { EnglishText, ReadingProps, Sentences, SomaliText } from './use-reading.ts';

type CardProps = ReadingProps & { sentences: Sentences };

/** The Somali: cleaned, and with one switch as it was heard or with what was changed. */
export function SomaliCard(props: CardProps & { somali: SomaliText }) {
  const { result, edited, onEdit, onEditing, sentences, somali } = props;
  const words = useText('demo').results;
  const { view, isEdited } = somali;
  // What was heard is evidence, and stays as it is.
  const isEvidence = view === 'heard';
  return (
    <ResultCard
      {...somali}
      language="so"
      bar={<SomaliViewBar {...somali} />}
      onEdit={isEvidence ? undefined : (cleanedText) => onEdit({ cleanedText })}
      onEditing={onEditing}
      onUndo={isEdited && !isEvidence ? () => onEdit({ cleanedText: result.cleanedText }) : undefined}
      footer={<QualityBar score={result.transcriptConfidence} title={words.reading.somali} engine={result.engine} />}
    >
      {view === 'changes' && (
        <>
          <ChangedText changes={somali.changes} />
          <ChangeSummary counts={countChanges(somali.changes)} />
        </>
      )}
      {view === 'heard' && <HeardText {...props} />}
      {view === 'cleaned' && <WholeOrPaired text={edited.cleanedText} language="so" sentences={sentences} />}
      {isEdited && view === 'cleaned' && <p className={styles.hint}>{words.enhanced.edited}</p>}
    </ResultCard>
  );
}

function SomaliViewBar({ view, setView, hasChanges }: SomaliText) {
  const { views, viewsLabel } = useText('demo').results.reading;
  const choices = (['heard', 'cleaned', 'changes'] as const)
    .filter((value) => value !== 'changes' || hasChanges)
    .map((value) => ({ value, label: views[value] }));
  return <ChoiceBar label={viewsLabel} choices={choices} value={view} onChange={setView} />;
}

/** The words as heard; each can be tapped to hear it, and the least certain ones are marked. */
function HeardText({ result, playingAtSeconds, onPlayFrom }: ReadingProps) {
  const text = useText('demo').results;
  const { language } = useLanguage();
  const marked = useMemo(() => findLeastCertain(result.words), [result.words]);
  if (result.words.length === 0)
    return (
      <p lang="so" className={styles.text}>
        {result.originalText}
      </p>
    );
  return (
    <>
      <SpokenWords words={result.words} {...{ marked, playingAtSeconds, onPlayFrom }} />
      <p className={styles.hint}>
        {text.listen.wordHint}
        {marked.size > 0 && ` ${formatCount(language, text.original.doubtful, marked.size)}`}
      </p>
    </>
  );
}

export function TranslationCard(props: CardProps & { english: EnglishText }) {
  const { result, onEdit, onEditing, sentences, english } = props;
  const { enhanced } = useText('demo').results;
  return (
    <ResultCard
      {...english}
      language="en"
      onEdit={(translation) => onEdit({ translation })}
      onEditing={onEditing}
      onUndo={english.isEdited ? () => onEdit({ translation: result.translation }) : undefined}
      // The score was for the text before it was corrected.
      footer={
        !english.isOutdated && (
          <QualityBar score={result.translationConfidence} title={english.title} engine={result.engine} />
        )
      }
    >
      <WholeOrPaired text={english.text} language="en" sentences={sentences} />
      {english.isEdited && <p className={styles.hint}>{enhanced.edited}</p>}
    </ResultCard>
  );
}

type TextProps = { text: string; language: 'so' | 'en'; sentences: Sentences };

function WholeOrPaired({ text, language, sentences: { pairs, lit, choose } }: TextProps) {
  const sentences = useMemo(
    () => pairs.map(({ transcript, translation }) => (language === 'so' ? transcript : translation)),
    [pairs, language],
  );
  if (pairs.length === 0)
    return (
      <p lang={language} className={styles.text}>
        {text}
      </p>
    );
  return <PairedText language={language} sentences={sentences} lit={lit} onChoose={choose} />;
}
