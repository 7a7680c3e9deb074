import { useEffect, useRef, useState } from 'react';
import { formatBilingualText } from '#shared/export/bilingual-text.ts';
import { typingMillisecondsPerWord } from '#shared/limits.ts';
import { joinSentences, type Sample } from '#shared/samples.ts';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { saveFile } from '../../features/results/download-button.tsx';
import { copyText } from '../../features/results/share-results.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './miniature.module.css';
import type { useSamplePlayer } from './use-sample-player.ts';

/** How long the whole text stands before the result opens. */
const pauseWords = 8;

/** The texts typed out at the product's own pace, without its waits. */
export function MiniatureJourney({ sample, onOver }: { sample: Sample; onOver: () => void }) {
  const { miniature: text } = useText('landing').preview;
  const { hero } = useText('landing');
  const { clock } = useServices();
  const somali = joinSentences(sample, 'somali').split(' ');
  const english = joinSentences(sample, 'english').split(' ');
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

type Props = { sample: Sample; player: ReturnType<typeof useSamplePlayer>; onAgain: () => void };

/** Somali beside English by the sentence; a press plays it and lights its pair. */
export function MiniatureResult({ sample, player, onAgain }: Props) {
  const { miniature: text } = useText('landing').preview;
  const [isCopied, setIsCopied] = useState(false);
  const transcript = joinSentences(sample, 'somali');
  const translation = joinSentences(sample, 'english');
  const said = (start: number, end: number) => player.isPlaying && player.seconds >= start && player.seconds < end;
  const download = () => {
    const rawTranscript = sample.words.map(([raw]) => raw).join(' ');
    const content = formatBilingualText({ transcript, rawTranscript, translation });
    saveFile({ name: `${sample.id}.txt`, mimeType: 'text/plain;charset=utf-8', content });
  };
  return (
    <>
      <ul className={styles.pairs}>
        {sample.sentences.map(({ somali, english, startSeconds, endSeconds }) => (
          <li key={somali}>
            <button
              type="button"
              className={classNames(styles.pair, said(startSeconds, endSeconds) && styles.said)}
              onClick={() => player.play(startSeconds, endSeconds)}
            >
              <span lang="so">{somali}</span> <span lang="en">{english}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="outline" onClick={() => void copyText(`${transcript}\n${translation}`).then(setIsCopied)}>
          {isCopied ? text.copied : text.copy}
        </Button>
        <Button variant="outline" onClick={download}>
          {text.download}
        </Button>
        <Button variant="ghost" onClick={onAgain}>
          {text.again}
        </Button>
      </div>
    </>
  );
}
