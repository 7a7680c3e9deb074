import { type ReactNode, useState } from 'react';
import { classNames } from '../../components/ui/class-names.ts';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useText } from '../../lib/language-context.ts';
import { useScreenTitle } from '../../lib/page-title.ts';
import { PlaybackPanel } from './playback-panel.tsx';
import { RecordCard } from './record-card.tsx';
import styles from './recorder.module.css';
import type { Recorder } from './recorder.ts';
import type { RecorderState } from './recorder-state.ts';
import { RecordingStage } from './recording-stage.tsx';
import { SampleRow } from './sample-row.tsx';
import type { Take } from './take-store.ts';
import { UploadCard } from './upload-card.tsx';
import type { FileChoice, UploadLimits } from './use-file-choice.ts';

type Props = {
  recorder: Recorder;
  state: RecorderState;
  choice: FileChoice;
  limits: UploadLimits;
  take: Take | undefined;
  isRestored: boolean;
  takesFocus: boolean;
  /** Attempts left and whatever else is worth knowing before one begins. */
  notices: ReactNode;
  /** Comes later than the page, so it stands where it moves nothing; above what is about to be sent. */
  engineNotice: ReactNode;
  onSample: (take: Take) => void;
  onProcess: () => void;
  onAgain: () => void;
};

/** Spec §2, welcome: record or upload, then listen, then process. */
export function WelcomeStep(props: Props) {
  const { recorder, state, take } = props;
  const { recorder: text, titles } = useText('demo');
  useScreenTitle(titles.recorder);
  const [hasBeenOnStage, setHasBeenOnStage] = useState(false);
  const isOnStage = state.phase === 'countdown' || state.phase === 'recording';
  if (isOnStage && !hasBeenOnStage) setHasBeenOnStage(true);
  if (isOnStage || (state.phase === 'stopped' && take === undefined))
    return <RecordingStage state={state} recorder={recorder} />;
  return (
    <div className={classNames(styles.welcome, take !== undefined && styles.narrow)}>
      <StepHeading takesFocus={props.takesFocus} className={styles.heading}>
        {text.heading}
      </StepHeading>
      <p className={styles.lead}>{text.lead}</p>
      {props.notices}
      {take !== undefined && props.engineNotice}
      {take !== undefined ? (
        <PlaybackPanel
          take={take}
          isRestored={props.isRestored}
          interruption={state.interruption}
          onProcess={props.onProcess}
          onAgain={props.onAgain}
        />
      ) : (
        <div className={styles.choices}>
          <RecordCard state={state} takesFocus={hasBeenOnStage} onRecord={() => void recorder.record()} />
          <UploadCard choice={props.choice} limits={props.limits} />
          <SampleRow onTake={props.onSample} />
        </div>
      )}
      {take === undefined && props.engineNotice}
    </div>
  );
}
