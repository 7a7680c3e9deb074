import { useEffect, useRef, useState } from 'react';
import { typingMillisecondsPerWord } from '#shared/limits.ts';
import type { Sample } from '#shared/samples.ts';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './miniature.module.css';

/** How long the whole text stands before the result opens. */
const pauseWords = 8;

/** The texts typed out at the product's own pace, without its waits. */
export function MiniatureJourney({ sample, onOver }: { sample: Sample; onOver: () => void }) {
  const { miniature: text } = useText('landing').preview;
  const { hero } = useText('landing');
  const { clock } = useServices();
  const somali = sample.words.map(([word]) => word);
  const english = sample.english.split(' ');
  const total = somali.length + english.length;
  const [typed, setTyped] = useState(0);
  const latestOnOver = useRef(onOver);
  useEffect(() => {
    latestOnOver.current = onOver;
  });
  useEffect(() => clock.every(typingMillisecondsPerWord, () => setTyped((words) => words + 1)), [clock]);
  const isOver = typed >= total + pauseWords;
  useEffect(() => {
    if (isOver) latestOnOver.current();
  }, [isOver]);
  return (
    <>
      <ProgressBar percent={Math.min(100, (typed / total) * 100)} label={text.progress} />
      <p className={styles.caption}>{hero.sampleEnhanced}</p>
      <p lang="so" className={styles.typed}>
        {somali.slice(0, typed).join(' ')}
      </p>
      <p className={styles.caption}>{hero.sampleEnglish}</p>
      <p lang="en" className={styles.typed}>
        {english.slice(0, Math.max(0, typed - somali.length)).join(' ')}
      </p>
    </>
  );
}
