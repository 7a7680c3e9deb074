import { useMemo, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import type { DemoResult } from './demo-result.ts';
import { findLeastCertain } from './least-certain.ts';
import { QualityBar } from './quality-bar.tsx';
import { ResultCard } from './result-card.tsx';
import styles from './results.module.css';
import { SpokenWords } from './spoken-words.tsx';

type Props = {
  result: DemoResult;
  playingAtSeconds: number | undefined;
  onPlayFrom: (seconds: number) => void;
};

/** As many words as a screen holds; a button for each of the hundreds of a long recording would hold a slow phone up. */
const wordsAtFirst = 80;

/** The Somali as heard: evidence, so it cannot be edited; words can be tapped to hear them. */
export function OriginalCard({ result, playingAtSeconds, onPlayFrom }: Props) {
  const text = useText('demo').results;
  const { language } = useLanguage();
  const [showsAll, setShowsAll] = useState(false);
  const marked = useMemo(() => findLeastCertain(result.words), [result.words]);
  const words = useMemo(
    () => (showsAll ? result.words : result.words.slice(0, wordsAtFirst)),
    [showsAll, result.words],
  );
  const hidden = result.words.length - words.length;
  return (
    <ResultCard
      title={text.original.title}
      hint={text.original.hint}
      isLater
      language="so"
      text={result.originalText}
      copied={text.original.copied}
      footer={<QualityBar score={result.transcriptConfidence} title={text.original.title} engine={result.engine} />}
    >
      {words.length === 0 ? (
        <p lang="so" className={styles.text}>
          {result.originalText}
        </p>
      ) : (
        <>
          <SpokenWords words={words} marked={marked} playingAtSeconds={playingAtSeconds} onPlayFrom={onPlayFrom} />
          {hidden > 0 && (
            <Button variant="outline" size="sm" onClick={() => setShowsAll(true)}>
              {formatCount(language, text.original.showAll, hidden)}
            </Button>
          )}
          <p className={styles.hint}>
            {text.listen.wordHint}
            {marked.size > 0 && ` ${formatCount(language, text.original.doubtful, marked.size)}`}
          </p>
        </>
      )}
    </ResultCard>
  );
}
