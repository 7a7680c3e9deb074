import { useEffect, useRef } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { processingStepCount, uploadTries } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useReducedMotion } from '../../lib/browser-state.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { JourneySteps, stepKeys, TypedText } from './journey-view.tsx';
import styles from './processing.module.css';
import type { ProcessingState } from './processing.ts';

type Props = {
  state: ProcessingState;
  /** The upload is so slow that it may not finish in time. */
  isSlow: boolean;
  onShowNow: () => void;
  onCancel: () => void;
};

/** Spec §2, processing: progress bar and journey; from the moment the text is there, the way to it comes first. */
export function ProcessingStep({ state, isSlow, onShowNow, onCancel }: Props) {
  const text = useText('demo').processing;
  const isStill = useReducedMotion();
  const { journey, view } = state;
  const { canShowNow, index } = view;
  const heard = isStill ? journey.recognised.text : view.recognised;
  const english = isStill ? journey.translated.text : view.translated;
  return (
    <div className={styles.processing}>
      <StepHeading takesFocus className={styles.heading}>
        {canShowNow ? text.ready : text.heading}
      </StepHeading>
      <div className={styles.actions}>
        {canShowNow ? (
          <ShowNow onShowNow={onShowNow} />
        ) : (
          <Button variant="outline" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
        <p className={styles.hint}>{canShowNow ? text.opensByItself : text.keepOpen}</p>
      </div>
      <Progress state={state} isSlow={isSlow} />
      <JourneySteps index={index} />
      {/* Last, so that nothing moves when they come. */}
      {index >= 1 && <TypedText heading={text.recognised} language="so" typed={heard} />}
      {index >= 3 && <TypedText heading={text.translated} language="en" typed={english} />}
    </div>
  );
}

function ShowNow({ onShowNow }: Pick<Props, 'onShowNow'>) {
  const { showNow } = useText('demo').processing;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} variant="accent" size="lg" onClick={onShowNow}>
      {showNow}
    </Button>
  );
}

function Progress({ state, isSlow }: Pick<Props, 'state' | 'isSlow'>) {
  const text = useText('demo').processing;
  const { announce } = useToasts();
  const { index, percent, within, leftSeconds, canShowNow } = state.view;
  const title = index === -1 ? text.warmUp : text.steps[stepKeys[index]].title;
  // What is ready is news; how the rest of the way is shown is not.
  const news = canShowNow ? text.ready : title;
  useEffect(() => announce(news), [news, announce]);
  useEffect(() => () => announce(''), [announce]);
  return (
    <div className={styles.progress}>
      <ProgressBar percent={percent} ahead={percent + within * percentOfAStep} label={text.progress} />
      <p className={styles.percent}>
        {/* From then on the list below names the step. */}
        {index === -1 && !canShowNow && <span>{title}</span>}
        {!canShowNow && (
          <span>
            {percent}%{leftSeconds !== undefined && ` · ${sayTimeLeft(leftSeconds, text.timeLeft)}`}
          </span>
        )}
      </p>
      <UploadStatus state={state} isSlow={isSlow} />
    </div>
  );
}

const percentOfAStep = 100 / processingStepCount;
/** An estimate that changes with every second is read as a clock. */
const roundedSeconds = 5;

const sayTimeLeft = (seconds: number, words: string): string =>
  fillPlaces(words, { n: Math.max(roundedSeconds, Math.ceil(seconds / roundedSeconds) * roundedSeconds) });

/** What is true right now of the bytes and the queue. */
function UploadStatus({ state, isSlow }: Pick<Props, 'state' | 'isSlow'>) {
  const text = useText('demo').processing;
  const { language } = useLanguage();
  const { uploadedFraction, queuePosition, tryNumber } = state.journey;
  const lines = [
    tryNumber > 1 && fillPlaces(text.tryNumber, { n: tryNumber, total: uploadTries }),
    uploadedFraction < 1 && fillPlaces(text.uploading, { percent: Math.floor(uploadedFraction * 100) }),
    isSlow && uploadedFraction < 1 && text.slowUpload,
    queuePosition !== undefined && queuePosition > 0 && formatCount(language, text.queue, queuePosition),
  ].filter((line) => line !== false);
  return (
    <div className={styles.status}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
