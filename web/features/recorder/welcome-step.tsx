import { type ReactNode, useState } from 'react';
import { type Sample, sampleAddress, samples } from '#shared/samples.ts';
import { Button, classNames, StepHeading } from '../../components/ui/elements.tsx';
import { useScreenTitle } from '../../lib/browser-state.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import type { Recording } from './kept-recording.ts';
import { PlaybackPanel } from './playback-panel.tsx';
import { RecordCard } from './record-card.tsx';
import styles from './recorder.module.css';
import type { Recorder, RecorderState } from './recorder.ts';
import { RecordingStage } from './recording-stage.tsx';
import { UploadCard } from './upload-card.tsx';
import type { FileChoice, UploadLimits } from './use-file-choice.ts';

type Props = {
  recorder: Recorder;
  state: RecorderState;
  choice: FileChoice;
  limits: UploadLimits;
  recording: Recording | undefined;
  isRestored: boolean;
  /** The step followed another one, so the reader's focus has to be brought along. */
  hasMoved: boolean;
  /** Attempts left and whatever else is worth knowing before one begins. */
  notices: ReactNode;
  /** Comes later than the page, so it stands where it moves nothing; above what is about to be sent. */
  engineNotice: ReactNode;
  onRecording: (recording: Recording) => void;
  onProcess: () => void;
  recordAgain: () => void;
};

/** Spec §2, welcome: record or upload, then listen, then process. */
export function WelcomeStep(props: Props) {
  const { recorder, state, recording } = props;
  const { recorder: text, titles } = useText('demo');
  useScreenTitle(titles.recorder);
  const [hasBeenOnStage, setHasBeenOnStage] = useState(false);
  const isOnStage = state.phase === 'countdown' || state.phase === 'recording';
  if (isOnStage && !hasBeenOnStage) setHasBeenOnStage(true);
  if (isOnStage || (state.phase === 'stopped' && recording === undefined))
    return <RecordingStage state={state} recorder={recorder} />;
  return (
    <div className={classNames(styles.welcome, recording !== undefined && styles.narrow)}>
      <StepHeading takesFocus={props.hasMoved} className={styles.heading}>
        {text.heading}
      </StepHeading>
      <p className={styles.lead}>{text.lead}</p>
      {props.notices}
      {recording !== undefined && props.engineNotice}
      {recording !== undefined ? (
        <PlaybackPanel
          recording={recording}
          isRestored={props.isRestored}
          interruption={state.interruption}
          onProcess={props.onProcess}
          onAgain={props.recordAgain}
        />
      ) : (
        <div className={styles.choices}>
          <RecordCard state={state} takesFocus={hasBeenOnStage} onRecord={() => void recorder.record()} />
          <UploadCard choice={props.choice} limits={props.limits} />
          <SampleRow onRecording={props.onRecording} />
        </div>
      )}
      {recording === undefined && props.engineNotice}
    </div>
  );
}

/** Recordings of ours for who has none at hand: they go through the same engine and cost no attempt. */
function SampleRow({ onRecording }: { onRecording: (recording: Recording) => void }) {
  const { sampleNames } = useText('common');
  const text = useText('demo').recorder.samples;
  const sentence = useSentence();
  const [hasFailed, setHasFailed] = useState(false);
  const choose = async (sample: Sample) => {
    setHasFailed(false);
    try {
      const response = await fetch(sampleAddress(sample));
      if (!response.ok) throw new Error(`status ${response.status}`);
      const bytes = await response.arrayBuffer();
      const durationSeconds = sample.words.at(-1)?.[2];
      onRecording({ bytes, mimeType: 'audio/mp4', fileName: `${sample.id}.m4a`, source: 'sample', durationSeconds });
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <section className={styles.samples} aria-label={text.label}>
      <p className={styles.hint}>{text.lead}</p>
      <div className={styles.actions}>
        {samples.map((sample) => (
          <Button key={sample.id} variant="secondary" size="sm" onClick={() => void choose(sample)}>
            {sampleNames[sample.id]}
          </Button>
        ))}
      </div>
      {hasFailed && (
        <p className={styles.problem} role="alert">
          {sentence('NETWORK')}
        </p>
      )}
    </section>
  );
}
