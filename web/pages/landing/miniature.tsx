import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatBilingualText } from '#shared/export/bilingual-text.ts';
import { typingMillisecondsPerWord } from '#shared/limits.ts';
import { joinSentences, type Sample, samples } from '#shared/samples.ts';
import { Button, classNames } from '../../components/ui/elements.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { threadCount, WovenWave } from '../../components/ui/woven-wave.tsx';
import { copyText, saveFile } from '../../features/results/hand-over.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import styles from './miniature.module.css';
import { useSamplePlayer } from './use-sample-player.ts';

type Props = {
  /** 0 welcome, 1 record or upload, 2 processing journey, 3 results and download. */
  step: number;
  onStep: (step: number) => void;
};

/** The demo in small: it works, with a recording of ours and what the models answered to it. */
export function Miniature({ step, onStep }: Props) {
  const { miniature: text, steps } = useText('landing').preview;
  const { sampleNames } = useText('common');
  const [sample, setSample] = useState(samples[0] as Sample);
  const player = useSamplePlayer(sample, () => {
    if (step === 1) onStep(2);
  });
  const stage = useFocusedStage(step);
  const title = steps[step];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div ref={stage} role="group" tabIndex={-1} aria-label={`${text.label}: ${title}`} className={styles.stage}>
      <p className={styles.title}>{title}</p>
      {step === 0 && (
        <>
          <WovenWave className={styles.wave} />
          <p>{text.choose}</p>
          <div className={styles.actions}>
            {samples.map((each) => (
              <Button
                key={each.id}
                onClick={() => {
                  setSample(each);
                  onStep(1);
                }}
              >
                {sampleNames[each.id]}
              </Button>
            ))}
          </div>
        </>
      )}
      {step === 1 && <Listening key={sample.id} sample={sample} player={player} onProcess={() => onStep(2)} />}
      {step === 2 && <MiniatureJourney sample={sample} onOver={() => onStep(3)} />}
      {step === 3 && <MiniatureResult sample={sample} player={player} onAgain={() => onStep(0)} />}
      {step > 1 && <p className={styles.note}>{text.note}</p>}
    </div>
  );
}

/** The focus keeps its place when the button they pressed is gone. */
function useFocusedStage(step: number) {
  const stage = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    if (document.activeElement === document.body) stage.current?.focus({ preventScroll: true });
  }, [step]);
  return stage;
}

type Player = ReturnType<typeof useSamplePlayer>;
/** The shape of nothing in particular, the same each time. */
const heightOf = (thread: number) => 24 + ((thread * 47) % 67);

function Listening({ sample, player, onProcess }: { sample: Sample; player: Player; onProcess: () => void }) {
  const { miniature: text } = useText('landing').preview;
  const length = sample.words.at(-1)?.[2] ?? 1;
  const woven = Math.ceil((player.seconds / length) * threadCount);
  const start = useRef(player.play);
  useEffect(() => start.current(), []);
  return (
    <>
      <WovenWave
        className={styles.wave}
        heights={Array.from({ length: threadCount }, (_, thread) => (thread < woven ? heightOf(thread) : 4))}
      />
      <p>{text.listening}</p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={player.toggle}>
          {player.isPlaying ? text.stop : text.play}
        </Button>
        <Button
          onClick={() => {
            player.stop();
            onProcess();
          }}
        >
          {text.process}
        </Button>
      </div>
    </>
  );
}

/** How long the whole text stands before the result opens. */
const pauseWords = 8;

/** The texts typed out at the product's own pace, without its waits. */
function MiniatureJourney({ sample, onOver }: { sample: Sample; onOver: () => void }) {
  const { hero, preview } = useText('landing');
  const { clock } = useServices();
  const somali = joinSentences(sample, 'somali').split(' ');
  const english = joinSentences(sample, 'english').split(' ');
  const total = somali.length + english.length;
  const [typed, setTyped] = useState(0);
  useEffect(() => clock.every(typingMillisecondsPerWord, () => setTyped((words) => words + 1)), [clock]);
  const end = useEffectEvent(onOver);
  useEffect(() => clock.after((total + pauseWords) * typingMillisecondsPerWord, () => end()), [clock, total]);
  return (
    <>
      <ProgressBar percent={Math.min(100, (typed / total) * 100)} label={preview.miniature.progress} />
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

/** Somali beside English by the sentence; a press plays it and lights its pair. */
function MiniatureResult({ sample, player, onAgain }: { sample: Sample; player: Player; onAgain: () => void }) {
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
