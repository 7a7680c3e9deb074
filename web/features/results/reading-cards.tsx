import { useCallback, useMemo, useState } from 'react';
import { useText } from '../../lib/language-context.ts';
import { ChangedText, ChangeSummary } from './changed-text.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import type { DemoResult, EditedTexts } from './demo-result.ts';
import { PairedText } from './paired-text.tsx';
import { QualityBar } from './quality-bar.tsx';
import styles from './reading.module.css';
import { ResultCard } from './result-card.tsx';
import { findSaid, pairSentences } from './sentence-pairs.ts';
import { countChanges, findChanges } from './text-changes.ts';

export type ReadingProps = {
  result: DemoResult;
  edited: EditedTexts;
  onEdit: (part: Partial<EditedTexts>) => void;
  onEditing: (isEditing: boolean) => void;
  playingAtSeconds: number | undefined;
  onPlayFrom: (seconds: number) => void;
};

/** The sentences of a result and the one that is lit: being said, or chosen. */
export function useSentences({ result, edited, playingAtSeconds, onPlayFrom }: ReadingProps) {
  const pairs = useMemo(() => pairSentences(result.segments, edited), [result.segments, edited]);
  const [chosen, setChosen] = useState<number>();
  const choose = useCallback(
    (at: number) => {
      setChosen(at);
      const start = pairs[at]?.startSeconds;
      if (start !== undefined) onPlayFrom(start);
    },
    [pairs, onPlayFrom],
  );
  return { pairs, lit: findSaid(pairs, playingAtSeconds) ?? chosen, choose };
}

export type Sentences = ReturnType<typeof useSentences>;
type CardProps = ReadingProps & { sentences: Sentences };
export type SomaliView = 'heard' | 'cleaned' | 'changes';

/** How the Somali is shown; what was changed can be shown only while the text is still the machine's. */
export function useSomaliView({ result, edited }: ReadingProps) {
  const [view, setView] = useState<SomaliView>('cleaned');
  const changes = useMemo(() => findChanges(result.words), [result.words]);
  const hasChanges = edited.cleanedText === result.cleanedText && changes.some(({ kind }) => kind !== 'same');
  const shown = view === 'changes' && !hasChanges ? 'cleaned' : view;
  return { shown, setView, changes, hasChanges };
}

export function SomaliViewBar({ shown, setView, hasChanges }: ReturnType<typeof useSomaliView>) {
  const { views, viewsLabel } = useText('demo').results.reading;
  const choices = (['heard', 'cleaned', 'changes'] as const)
    .filter((value) => value !== 'changes' || hasChanges)
    .map((value) => ({ value, label: views[value] }));
  return <ChoiceBar label={viewsLabel} choices={choices} value={shown} onChange={setView} />;
}

type EnhancedProps = CardProps & { view: ReturnType<typeof useSomaliView> };

/** The cleaned Somali; in its place, on demand, what was heard and what was changed. */
export function EnhancedCard({ result, edited, onEdit, onEditing, sentences, view }: EnhancedProps) {
  const { enhanced } = useText('demo').results;
  const { shown, changes } = view;
  const isEdited = edited.cleanedText !== result.cleanedText;
  return (
    <ResultCard
      title={enhanced.title}
      hint={enhanced.hint}
      language="so"
      text={edited.cleanedText}
      copied={enhanced.copied}
      onEdit={(cleanedText) => onEdit({ cleanedText })}
      onEditing={onEditing}
      onUndo={isEdited ? () => onEdit({ cleanedText: result.cleanedText }) : undefined}
    >
      {shown === 'changes' && (
        <>
          <ChangedText changes={changes} />
          <ChangeSummary counts={countChanges(changes)} />
        </>
      )}
      {shown === 'heard' && (
        <p lang="so" className={styles.text}>
          {result.originalText}
        </p>
      )}
      {shown === 'cleaned' && <WholeOrPaired text={edited.cleanedText} language="so" sentences={sentences} />}
      {isEdited && <p className={styles.hint}>{enhanced.edited}</p>}
    </ResultCard>
  );
}

export function TranslationCard({ result, edited, onEdit, onEditing, sentences }: CardProps) {
  const results = useText('demo').results;
  const words = results.translation;
  const isEdited = edited.translation !== result.translation;
  return (
    <ResultCard
      title={words.title}
      hint={words.hint}
      language="en"
      text={edited.translation}
      copied={words.copied}
      onEdit={(translation) => onEdit({ translation })}
      onEditing={onEditing}
      onUndo={isEdited ? () => onEdit({ translation: result.translation }) : undefined}
      footer={<QualityBar score={result.translationConfidence} title={words.title} engine={result.engine} />}
    >
      <WholeOrPaired text={edited.translation} language="en" sentences={sentences} />
      {isEdited && <p className={styles.hint}>{results.enhanced.edited}</p>}
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
