import { useEffect, useRef } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { processingStepCount, uploadTries } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { JourneySteps, stepKeys } from './journey-steps.tsx';
import styles from './processing.module.css';
import type { ProcessingState } from './processing.ts';
import { TypedText } from './typed-text.tsx';

type Props = {
  state: ProcessingState;
  /** The upload is so slow that it may not finish in time. */
  isSlow: boolean;
  onShowNow: () => void;
  onCancel: () => void;
};

/** Spec §2, processing: progress bar and journey. */
export function ProcessingStep({ state, isSlow, onShowNow, onCancel }: Props) {
  const text = useText('demo').processing;
  const isStill = useReducedMotion();
  const { announce } = useToasts();
  const { journey, view } = state;
  const title = view.index === -1 ? text.warmUp : text.steps[stepKeys[view.index]].title;
  useEffect(() => announce(title), [title, announce]);
  const { canShowNow } = view;
  const showButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (canShowNow) showButton.current?.focus({ preventScroll: true });
  }, [canShowNow]);
  const isTranslating = view.index >= 3;
  const heard = isStill && view.index >= 1 ? journey.recognised.text : view.recognised;
  const english = isStill && isTranslating ? journey.translated.text : view.translated;
  return (
    <div className={styles.processing}>
      <StepHeading takesFocus className={styles.heading}>
        {text.heading}
      </StepHeading>
      <div className={styles.progress}>
        <ProgressBar percent={view.percent} ahead={view.percent + view.within * percentOfAStep} label={text.progress} />
        <p className={styles.percent}>
          <span>{title}</span>{' '}
          <span>
            {view.percent}%{view.leftSeconds !== undefined && ` · ${sayTimeLeft(view.leftSeconds, text.timeLeft)}`}
          </span>
        </p>
        <UploadStatus state={state} isSlow={isSlow} />
      </div>
      <div className={styles.texts}>
        <TypedText heading={text.recognised} language="so" typed={heard} />
        <TypedText heading={text.translated} language="en" typed={english} />
      </div>
      <JourneySteps index={view.index} />
      <div className={styles.actions}>
        {canShowNow ? (
          <Button ref={showButton} variant="accent" size="lg" onClick={onShowNow}>
            {text.showNow}
          </Button>
        ) : (
          <>
            <p className={styles.hint}>{text.keepOpen}</p>
            <Button variant="ghost" onClick={onCancel}>
              {text.cancel}
            </Button>
          </>
        )}
      </div>
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
