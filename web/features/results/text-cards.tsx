import { useMemo, useState } from 'react';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { ChangedText, ChangeSummary } from './changed-text.tsx';
import type { DemoResult } from './demo-result.ts';
import { findLeastCertain } from './least-certain.ts';
import { QualityBar } from './quality-bar.tsx';
import { ResultCard } from './result-card.tsx';
import styles from './results.module.css';
import { SpokenWords } from './spoken-words.tsx';
import { countChanges, findChanges } from './text-changes.ts';

type OriginalProps = {
  result: DemoResult;
  playingAtSeconds: number | undefined;
  onPlayFrom: (seconds: number) => void;
};

/** The Somali as heard: evidence, so it cannot be edited; words can be tapped to hear them. */
export function OriginalCard({ result, playingAtSeconds, onPlayFrom }: OriginalProps) {
  const text = useText('demo').results;
  const { language } = useLanguage();
  const marked = useMemo(() => findLeastCertain(result.words), [result.words]);
  return (
    <ResultCard
      title={text.original.title}
      hint={text.original.hint}
      language="so"
      text={result.originalText}
      copied={text.original.copied}
      footer={<QualityBar score={result.transcriptConfidence} title={text.original.title} />}
    >
      {result.words.length === 0 ? (
        <p lang="so" className={styles.text}>
          {result.originalText}
        </p>
      ) : (
        <>
          <SpokenWords
            words={result.words}
            marked={marked}
            playingAtSeconds={playingAtSeconds}
            onPlayFrom={onPlayFrom}
          />
          <p className={styles.hint}>
            {text.listen.wordHint}
            {marked.size > 0 && ` ${formatCount(language, text.original.doubtful, marked.size)}`}
          </p>
        </>
      )}
    </ResultCard>
  );
}

type EditableProps = { result: DemoResult; text: string; onEdit: (text: string) => void };

/** The cleaned Somali, with what was changed made visible until the reader edits it. */
export function EnhancedCard({ result, text, onEdit }: EditableProps) {
  const words = useText('demo').results.enhanced;
  const changes = useMemo(() => findChanges(result.words), [result.words]);
  const [showsChanges, setShowsChanges] = useState(true);
  const isEdited = text !== result.cleanedText;
  const hasChanges = !isEdited && changes.some(({ kind }) => kind !== 'same');
  return (
    <ResultCard
      title={words.title}
      hint={words.hint}
      language="so"
      text={text}
      copied={words.copied}
      onEdit={onEdit}
      onUndo={isEdited ? () => onEdit(result.cleanedText) : undefined}
    >
      {hasChanges && showsChanges ? (
        <ChangedText changes={changes} />
      ) : (
        <p lang="so" className={styles.text}>
          {text}
        </p>
      )}
      {isEdited ? (
        <p className={styles.hint}>{words.edited}</p>
      ) : (
        result.words.length > 0 && <ChangeSummary counts={countChanges(changes)} />
      )}
      {hasChanges && (
        <Checkbox
          label={words.showChanges}
          checked={showsChanges}
          onChange={(event) => setShowsChanges(event.currentTarget.checked)}
        />
      )}
    </ResultCard>
  );
}

export function TranslationCard({ result, text, onEdit }: EditableProps) {
  const results = useText('demo').results;
  const words = results.translation;
  const isEdited = text !== result.translation;
  return (
    <ResultCard
      title={words.title}
      hint={words.hint}
      language="en"
      text={text}
      copied={words.copied}
      onEdit={onEdit}
      onUndo={isEdited ? () => onEdit(result.translation) : undefined}
      className={styles.wide}
      footer={<QualityBar score={result.translationConfidence} title={words.title} />}
    >
      <p lang="en" className={styles.text}>
        {text}
      </p>
      {isEdited && <p className={styles.hint}>{results.enhanced.edited}</p>}
    </ResultCard>
  );
}
