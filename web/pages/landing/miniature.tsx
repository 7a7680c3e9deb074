import { useEffect, useRef, useState } from 'react';
import { type Sample, samples } from '#shared/samples.ts';
import { Button } from '../../components/ui/button.tsx';
import { WovenWave } from '../../components/ui/woven-wave.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './miniature.module.css';
import { MiniatureJourney, MiniatureResult } from './miniature-steps.tsx';
import { useSamplePlayer } from './use-sample-player.ts';

type Props = {
  /** 0 welcome, 1 record or upload, 2 processing journey, 3 results and download. */
  step: number;
  onStep: (step: number) => void;
};

/** The demo in small: it works, with a recording of ours and what the models answered to it. */
export function Miniature({ step, onStep }: Props) {
  const { miniature: text, steps } = useText('landing').preview;
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
        <Welcome
          onChoose={(chosen) => {
            setSample(chosen);
            onStep(1);
          }}
        />
      )}
      {step === 1 && <Listening key={sample.id} sample={sample} player={player} onProcess={() => onStep(2)} />}
      {step === 2 && <MiniatureJourney sample={sample} onOver={() => onStep(3)} />}
      {step === 3 && <MiniatureResult sample={sample} player={player} onAgain={() => onStep(0)} />}
      {step > 1 && <p className={styles.note}>{text.note}</p>}
    </div>
  );
}

/** Whoever works in it keeps their place when the button they pressed is gone. */
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

function Welcome({ onChoose }: { onChoose: (sample: Sample) => void }) {
  const { miniature: text } = useText('landing').preview;
  const { sampleNames } = useText('common');
  return (
    <>
      <WovenWave className={styles.wave} />
      <p>{text.choose}</p>
      <div className={styles.actions}>
        {samples.map((each) => (
          <Button key={each.id} onClick={() => onChoose(each)}>
            {sampleNames[each.id]}
          </Button>
        ))}
      </div>
    </>
  );
}

type Player = ReturnType<typeof useSamplePlayer>;
const threads = 36;
/** The shape of nothing in particular, the same each time. */
const heightOf = (thread: number) => 24 + ((thread * 47) % 67);

function Listening({ sample, player, onProcess }: { sample: Sample; player: Player; onProcess: () => void }) {
  const { miniature: text } = useText('landing').preview;
  const length = sample.words.at(-1)?.[2] ?? 1;
  const woven = Math.ceil((player.seconds / length) * threads);
  const start = useRef(player.play);
  useEffect(() => start.current(), []);
  return (
    <>
      <WovenWave
        className={styles.wave}
        heights={Array.from({ length: threads }, (_, thread) => (thread < woven ? heightOf(thread) : 4))}
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
