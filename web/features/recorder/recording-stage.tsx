import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { countdownSeconds, recordingMaxSeconds } from '#shared/limits.ts';
import { Button, onEscape, takeFocusInPlace } from '../../components/ui/elements.tsx';
import { useAnnouncement } from '../../components/ui/toaster.tsx';
import { threadCount, WovenWave } from '../../components/ui/woven-wave.tsx';
import { useReducedMotion } from '../../lib/browser-state.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { meterFraction, quietBelowDbfs } from './level.ts';
import { SentenceToRead } from './record-card.tsx';
import type { Recorder, RecorderState } from './recorder.ts';
import styles from './recording-stage.module.css';
import ring from './time-ring.module.css';

type Props = { state: RecorderState; recorder: Recorder };

/** One panel from the countdown to the last second: what counts and what is pressed stay where they are. */
export function RecordingStage({ state, recorder }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  // In braces: newer browsers answer with a promise, which an effect must not hand back.
  useEffect(() => {
    stage.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    // What takes the stage's place is there by then, and its heading would be half under the bar.
    return () => window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <div ref={stage} className={styles.stage}>
      {state.phase === 'countdown' ? (
        <Countdown leftSeconds={state.countdownLeftSeconds} recorder={recorder} />
      ) : (
        <Running state={state} recorder={recorder} />
      )}
    </div>
  );
}

/** Spec §4: five seconds to get ready; Esc cancels. Announced once, since a voice counting along would be recorded. */
function Countdown({ leftSeconds, recorder }: { leftSeconds: number; recorder: Recorder }) {
  const text = useText('demo').recorder.countdown;
  useAnnouncement(fillPlaces(text.announce, { n: countdownSeconds }));
  return (
    <section
      role="dialog"
      aria-labelledby="recording-stage"
      className={styles.stageBody}
      onKeyDown={onEscape(recorder.cancel)}
    >
      <h1 id="recording-stage" className={styles.stageTitle}>
        {text.title}
      </h1>
      <TimeRing share={leftSeconds / countdownSeconds}>
        <span key={leftSeconds} className={styles.bigNumber} aria-hidden="true">
          {leftSeconds}
        </span>
      </TimeRing>
      <SentenceToRead />
      <StageActions cancel={text.cancel} onCancel={recorder.cancel}>
        <Button ref={takeFocusInPlace} size="lg" onClick={recorder.skipCountdown}>
          {text.skip}
        </Button>
      </StageActions>
    </section>
  );
}

function Running({ state, recorder }: Props) {
  const text = useText('demo').recorder.recording;
  useAnnouncement(state.hasSound ? fillPlaces(text.announceStart, { max: recordingMaxSeconds }) : undefined);
  const seconds = Math.floor(state.elapsedSeconds);
  return (
    <section aria-labelledby="recording-stage" className={styles.stageBody}>
      <h1 id="recording-stage" className={styles.stageTitle}>
        <span className={styles.live} aria-hidden="true" />
        {state.hasSound ? text.title : text.starting}
      </h1>
      <TimeRing share={state.elapsedSeconds / recordingMaxSeconds}>
        <p role="timer" data-elapsed={seconds}>
          <span className={styles.bigNumber}>{formatClock(seconds)}</span>{' '}
          <span className={styles.ringMax}>{fillPlaces(text.ofMax, { max: formatClock(recordingMaxSeconds) })}</span>
        </p>
      </TimeRing>
      <VoiceWave levelDbfs={state.levelDbfs} />
      <SentenceToRead />
      <StageActions cancel={text.cancel} onCancel={recorder.cancel}>
        <button
          ref={takeFocusInPlace}
          type="button"
          className={styles.stop}
          // Not `disabled`: the focus that arrives here with the panel would be lost.
          aria-disabled={!state.hasSound || undefined}
          onClick={state.hasSound ? recorder.stop : undefined}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect x="5" y="5" width="14" height="14" rx="2" />
          </svg>
          {text.stop}
        </button>
      </StageActions>
    </section>
  );
}

function StageActions({ cancel, onCancel, children }: { cancel: string; onCancel: () => void; children: ReactNode }) {
  return (
    <div className={styles.stageActions}>
      <Button variant="ghost" onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  );
}

const thinnest = 4;
/** A moving cloth is motion: with reduced motion it has three still positions. */
const stillSteps = 3;

/** The voice woven into cloth, the newest thread at the end, and always in words too. */
function VoiceWave({ levelDbfs }: { levelDbfs: number }) {
  const text = useText('demo').recorder.recording;
  const isStill = useReducedMotion();
  const measured = meterFraction(levelDbfs);
  const fraction = isStill ? Math.ceil(measured * stillSteps) / stillSteps : measured;
  const [heights, setHeights] = useState<readonly number[]>(() => Array.from({ length: threadCount }, () => thinnest));
  useEffect(() => {
    const height = Math.max(thinnest, fraction * 100);
    setHeights((before) => (isStill ? before.map(() => height) : [...before.slice(1), height]));
  }, [fraction, isStill]);
  const words = levelDbfs < quietBelowDbfs ? text.speak : text.good;
  return (
    <div className={styles.level}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not agree on how a native meter may look or move */}
      <div
        role="meter"
        aria-label={text.level}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fraction * 100)}
        aria-valuetext={words}
      >
        <WovenWave className={styles.voice} heights={heights} />
      </div>
      <p className={styles.levelWords}>{words}</p>
    </div>
  );
}

function TimeRing({ share, children }: { share: number; children: ReactNode }) {
  return (
    <div className={ring.ring}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="54" className={ring.ringTrack} />
        <circle
          cx="60"
          cy="60"
          r="54"
          pathLength={1}
          strokeDasharray="1"
          strokeDashoffset={1 - Math.min(1, Math.max(0, share))}
          className={ring.ringFill}
        />
      </svg>
      <div className={ring.ringWords}>{children}</div>
    </div>
  );
}
