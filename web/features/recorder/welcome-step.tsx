import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Sample, sampleAddress, samples } from '#shared/samples.ts';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { Button, Card, classNames, ProblemAlert, StepHeading, takeFocus } from '../../components/ui/elements.tsx';
import { useAnnouncement } from '../../components/ui/toaster.tsx';
import { useAudioPlayer } from '../../lib/audio-player.ts';
import { useScreenTitle } from '../../lib/browser-state.ts';
import { type Problem, useText } from '../../lib/language-context.ts';
import type { Recording } from './kept-recording.ts';
import { RecordCard } from './record-card.tsx';
import styles from './recorder.module.css';
import type { Recorder, RecorderState } from './recorder.ts';
import { RecordingStage } from './recording-stage.tsx';
import { type FileChoice, UploadCard, type UploadLimits } from './upload-card.tsx';

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
  const { recorder, state, recording, choice } = props;
  const { recorder: text, titles } = useText('demo');
  useScreenTitle(titles.recorder);
  const [hasBeenOnStage, setHasBeenOnStage] = useState(false);
  const isOnStage = state.phase === 'countdown' || state.phase === 'recording';
  if ((isOnStage || recording !== undefined) && !hasBeenOnStage) setHasBeenOnStage(true);
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
        <PlaybackPanel {...props} recording={recording} />
      ) : (
        <div className={styles.choices}>
          <RecordCard
            state={state}
            takesFocus={hasBeenOnStage}
            onRecord={() => {
              choice.withdraw();
              void recorder.record();
            }}
          />
          <UploadCard choice={choice} limits={props.limits} />
          <SampleRow onChoose={choice.withdraw} onRecording={props.onRecording} />
        </div>
      )}
      {recording === undefined && props.engineNotice}
    </div>
  );
}

/** Recordings of ours for visitors who have none at hand: they go through the same engine and cost no attempt. */
function SampleRow({ onChoose, onRecording }: { onChoose: () => void } & Pick<Props, 'onRecording'>) {
  const { sampleNames } = useText('common');
  const text = useText('demo').recorder.samples;
  const [problem, setProblem] = useState<Problem>();
  // One that comes late must not take the place of what was recorded meanwhile.
  const left = useRef(new AbortController());
  useEffect(() => () => left.current.abort(), []);
  const choose = async (sample: Sample) => {
    onChoose();
    setProblem(undefined);
    try {
      const response = await fetch(sampleAddress(sample), { signal: left.current.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const bytes = await response.arrayBuffer();
      const durationSeconds = sample.words.at(-1)?.[2];
      onRecording({ bytes, mimeType: 'audio/mp4', fileName: `${sample.id}.m4a`, source: 'sample', durationSeconds });
    } catch {
      setProblem({ key: 'NETWORK' });
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
      <ProblemAlert problem={problem} className={styles.problem} />
    </section>
  );
}

type PlaybackProps = Props & { recording: Recording };

/** Spec §2: with a saved recording, play or pause, re-record, or process. */
function PlaybackPanel({
  recording,
  isRestored,
  choice,
  state: { interruption, error },
  onProcess,
  recordAgain,
}: PlaybackProps) {
  const { playback: text, recording: words } = useText('demo').recorder;
  const { player, state } = useAudioPlayer(recording);
  const isFile = recording.source !== 'recording';
  const isSample = recording.source === 'sample';
  const wasSent = isRestored && recording.wasSent && !isSample;
  useAnnouncement(isRestored || isFile ? undefined : words.announceStop);
  return (
    <Card className={styles.playback}>
      <h2 ref={isRestored ? undefined : takeFocus} tabIndex={-1} className={styles.choiceTitle}>
        {isSample ? text.titleSample : isFile ? text.titleFile : text.titleRecording}
      </h2>
      {isFile && !isSample && <p className={styles.fileName}>{recording.fileName}</p>}
      {isRestored && <p className={styles.note}>{wasSent ? text.restoredSent : text.restored}</p>}
      {interruption !== undefined && (
        <p className={styles.note}>{interruption === 'microphone-lost' ? text.lost : text.muted}</p>
      )}
      <AudioBar player={player} state={state} knownSeconds={recording.durationSeconds} labels={text} />
      {/* Of a shared note, which takes the recording's place only once it is known to be good. */}
      <ProblemAlert
        problem={choice.refusal ?? (isFile ? undefined : error) ?? state.problem}
        className={styles.problem}
      />
      <div className={styles.actions}>
        <Button variant="outline" onClick={recordAgain}>
          {isFile ? text.anotherFile : text.again}
        </Button>
        <Button size="lg" onClick={onProcess}>
          {text.process}
        </Button>
      </div>
      {/* The note above says what a second press costs. */}
      {!wasSent && <p className={styles.hint}>{isSample ? text.free : text.cost}</p>}
    </Card>
  );
}
