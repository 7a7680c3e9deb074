import { useEffect, useId } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import type { Language } from '#shared/languages.ts';
import { uploadTries } from '#shared/limits.ts';
import {
  Button,
  Card,
  classNames,
  Icon,
  StepHeading,
  takeFocusInPlace,
  VisuallyHidden,
} from '../../components/ui/elements.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { useAnnouncement, useToasts } from '../../components/ui/toaster.tsx';
import { useOnline, useReducedMotion } from '../../lib/browser-state.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { type SoundDone, saySound } from '../../lib/say-sound.ts';
import type { StepIndex } from './journey.ts';
import styles from './processing.module.css';
import type { ProcessingState } from './processing.ts';

type Props = {
  state: ProcessingState;
  isKept?: boolean;
  /** Known to be long before the server has said so. */
  isLong?: boolean;
  onShowNow: () => void;
  onCancel: () => void;
};

/** Spec §2, processing: progress bar and journey; from the moment the text is there, the way to it comes first. */
export function ProcessingStep({ state, isKept = false, isLong = false, onShowNow, onCancel }: Props) {
  const text = useText('demo').processing;
  const isStill = useReducedMotion();
  const { journey, view } = state;
  const { canShowNow, index } = view;
  // Before the server has the whole recording, leaving ends the upload.
  const canLeave = canShowNow || journey.transcriptionId !== undefined;
  const showsWhole = isLong || view.sound !== undefined;
  const heard = isStill || showsWhole ? journey.recognised.text : view.recognised;
  const english = isStill || showsWhole ? journey.translated.text : view.translated;
  return (
    <div className={styles.processing}>
      <StepHeading takesFocus className={styles.heading}>
        {isComplete(state) ? text.ready : text.heading}
      </StepHeading>
      <div className={styles.actions}>
        {canShowNow ? (
          <Button key="ready" ref={takeFocusInPlace} variant="accent" size="lg" onClick={onShowNow}>
            {text.showNow}
          </Button>
        ) : (
          <Button variant="outline" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
        <p className={classNames(styles.hint, !canLeave && styles.unseen)}>
          {canShowNow ? text.opensByItself : text.keepOpen}
        </p>
      </div>
      {journey.isCutOff ? (
        <CutOff isKept={isKept} />
      ) : view.sound === undefined ? (
        <Progress state={state} />
      ) : (
        <SoundProgress {...view.sound} />
      )}
      {!isLong && <JourneySteps index={index} />}
      {/* There before their words, so that nothing moves when these come. */}
      <div className={styles.texts}>
        <TypedText heading={text.recognised} language="so" isWhole={showsWhole} typed={index >= 1 ? heard : ''} />
        <TypedText heading={text.translated} language="en" typed={index >= 3 ? english : ''} />
      </div>
    </div>
  );
}

/** The text is there, and the journey at its end: until then it is under way in every word of the screen. */
const isComplete = ({ view }: ProcessingState) => view.canShowNow && view.index === stepKeys.length - 1;

function Progress({ state }: Pick<Props, 'state'>) {
  const text = useText('demo').processing;
  const { announce } = useToasts();
  const { index, percent } = state.view;
  const title = index === -1 ? text.warmUp : text.steps[stepKeys[index]].title;
  useAnnouncement(isComplete(state) ? text.ready : title);
  useEffect(() => () => announce(''), [announce]);
  return (
    <div className={styles.progress}>
      <ProgressBar percent={percent} label={text.progress} />
      <p className={styles.percent}>
        {/* From then on the list below names the step; beside a text that is there it would be another story. */}
        {index === -1 && !state.view.canShowNow && <span>{title}</span>}
        <span>{percent}%</span>
      </p>
      <UploadStatus state={state} />
    </div>
  );
}

function CutOff({ isKept }: { isKept: boolean }) {
  const { session } = useText('common').nav;
  const { safe } = useText('demo').processing;
  const isOnline = useOnline();
  return (
    <Card className={styles.cutOff}>
      <p role="status">
        {isOnline ? session.server : session.network} {isKept && safe}
      </p>
    </Card>
  );
}

function SoundProgress(sound: SoundDone) {
  const text = useText('demo').processing;
  const { language } = useLanguage();
  const percent = (100 * sound.doneSeconds) / sound.durationSeconds;
  return (
    <div className={styles.progress}>
      <ProgressBar percent={percent} label={text.progress} />
      <p className={styles.percent}>{saySound(sound, text, language)}</p>
      {/* The place of what was said of the upload: nothing moves. */}
      <div className={styles.status} />
    </div>
  );
}

function UploadStatus({ state }: Pick<Props, 'state'>) {
  const text = useText('demo').processing;
  const { language } = useLanguage();
  const { uploadedFraction, queuePosition, tryNumber } = state.journey;
  const lines = [
    tryNumber > 1 && fillPlaces(text.tryNumber, { n: tryNumber, total: uploadTries }),
    uploadedFraction < 1 && fillPlaces(text.uploading, { percent: Math.floor(uploadedFraction * 100) }),
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

/** In the order of spec §4; the index is the step's. */
const stepKeys = ['audio', 'recognition', 'enhancement', 'translation', 'complete'] as const;

/** The five steps, each with its state in words for those who do not see the marks. */
function JourneySteps({ index }: { index: StepIndex }) {
  const text = useText('demo').processing;
  const stateOf = (at: number) => {
    if (at < index || index === stepKeys.length - 1) return 'done';
    return at === index ? 'active' : 'waiting';
  };
  return (
    <ol className={styles.steps}>
      {stepKeys.map((key, at) => {
        const state = stateOf(at);
        return (
          <li
            key={key}
            className={classNames(styles.step, styles[state])}
            aria-current={state === 'active' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' ? <Icon d="M6 12.5l4 4L18 8" /> : at + 1}
            </span>
            <span>
              <span className={styles.stepTitle}>{text.steps[key].title}</span>
              <VisuallyHidden>, {text.states[state]}. </VisuallyHidden>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type TypedProps = { heading: string; language: Language; typed: string; isWhole?: boolean };

/** A text as it grows, in a box that keeps its size and its last line in view. Not announced: the whole text follows. */
function TypedText({ heading, language, typed, isWhole = false }: TypedProps) {
  const headingId = useId();
  return (
    <section className={styles.typed} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.typedHeading}>
        {heading}
      </h2>
      <div
        lang={language}
        className={classNames(styles.typedText, isWhole && styles.whole)}
        tabIndex={isWhole ? 0 : undefined}
      >
        <p>{typed}</p>
      </div>
    </section>
  );
}
