import { useEffect, useRef } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { recordingMaxSeconds } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { formatClock } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { LevelMeter } from './level-meter.tsx';
import styles from './recorder.module.css';
import type { RecorderState } from './recorder-state.ts';

type Props = { state: RecorderState; onStop: () => void; onCancel: () => void };

/** While it records: clock, meter, stop. */
export function RecordingPanel({ state, onStop, onCancel }: Props) {
  const text = useText('demo').recorder.recording;
  const { announce } = useToasts();
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  useEffect(() => {
    if (state.hasSound) announce(fillPlaces(text.announceStart, { max: recordingMaxSeconds }));
  }, [state.hasSound, announce, text]);
  useEffect(() => {
    if (state.hint === 'quiet') announce(text.quiet);
    if (state.hint === 'loud') announce(text.loud);
  }, [state.hint, announce, text]);
  const clock = fillPlaces(text.elapsed, {
    elapsed: formatClock(state.elapsedSeconds),
    max: formatClock(recordingMaxSeconds),
  });
  return (
    <Card className={styles.recording}>
      <h2 className={styles.recordingTitle}>
        <span className={styles.live} aria-hidden="true" />
        {state.hasSound ? text.title : text.starting}
      </h2>
      <p className={styles.clock} role="timer" data-elapsed={Math.floor(state.elapsedSeconds)}>
        {clock}
      </p>
      <LevelMeter levelDbfs={state.levelDbfs} hint={state.hint} />
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button
          ref={stop}
          variant="destructive"
          size="lg"
          // Not `disabled`: the focus that arrives here with the panel would be lost.
          aria-disabled={!state.hasSound || undefined}
          onClick={state.hasSound ? onStop : undefined}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.stopMark}>
            <rect x="5" y="5" width="14" height="14" rx="2" />
          </svg>
          {text.stop}
        </Button>
      </div>
    </Card>
  );
}
