import { useEffect, useEffectEvent, useState } from 'react';
import { countdownSeconds } from '#shared/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { useServices } from '../../lib/services.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Recording } from './kept-recording.ts';
import { initialLevelWatch, watchLevel } from './level-hint.ts';
import {
  createBrowserMicrophone,
  describeMicrophoneError,
  type Microphone,
  type OpenMicrophone,
} from './microphone.ts';
import {
  type Interruption,
  initialRecorderState,
  isFull,
  isLongEnough,
  type RecorderEvent,
  type RecorderState,
  reduceRecorder,
} from './recorder-state.ts';

type RecorderParts = {
  microphone: Microphone;
  clock: Clock;
  /** A recording of at least 2 s is ready. */
  onRecording: (recording: Recording) => void;
};

const meterPeriodMilliseconds = 80;
/** A call that only rings passes; a microphone muted for longer would record silence. */
const muteToleranceMilliseconds = 1_000;

/** Drives the reducer: opens the microphone, counts, records, and lets go of everything after each recording. */
export class Recorder {
  private readonly parts: RecorderParts;
  readonly state = createStore<RecorderState>(initialRecorderState);
  private open: OpenMicrophone | undefined;
  private timers: (() => void)[] = [];
  private soundSince: number | undefined;
  /** Grows with each recording, so that an answer which comes after a cancellation finds nobody waiting. */
  private round = 0;

  constructor(parts: RecorderParts) {
    this.parts = parts;
  }

  /** Looks up the permission; call once when the screen opens. */
  readonly start = (): void => {
    this.parts.microphone.watchPermission((permission) => this.dispatch({ type: 'permission-known', permission }));
  };

  /** Asks for the microphone (on the tap), then counts down, then records. */
  readonly record = async (): Promise<void> => {
    if (this.state.get().phase !== 'idle' && this.state.get().phase !== 'stopped') return;
    this.release();
    const { round } = this;
    this.dispatch({ type: 'asked' });
    try {
      const opened = await this.parts.microphone.open();
      if (round !== this.round) {
        opened.close();
        return;
      }
      this.open = opened;
      this.dispatch({ type: 'microphone-opened' });
      this.watchMeter(opened);
      this.watchInterruptions(opened);
      this.countDown();
    } catch (thrown) {
      if (round === this.round) this.dispatch({ type: 'microphone-failed', ...describeMicrophoneError(thrown) });
    }
  };

  readonly skipCountdown = (): void => this.beginRecording();

  readonly stop = (): void => void this.finish();

  readonly cancel = (): void => {
    this.release();
    this.dispatch({ type: 'cancelled' });
  };

  readonly dispose = (): void => this.release();

  private dispatch(event: RecorderEvent): void {
    this.state.set(reduceRecorder(this.state.get(), event));
  }

  private release(): void {
    for (const cancel of this.timers) cancel();
    this.timers = [];
    this.open?.close();
    this.open = undefined;
    this.soundSince = undefined;
    this.round += 1;
  }

  private fail(): void {
    this.release();
    this.dispatch({ type: 'failed', error: { key: 'RECORDING_FAILED' } });
  }

  private elapsedSeconds(): number {
    return this.soundSince === undefined ? 0 : (this.parts.clock.now() - this.soundSince) / 1000;
  }

  private countDown(): void {
    for (let second = 1; second <= countdownSeconds; second += 1)
      this.timers.push(
        this.parts.clock.after(second * 1000, () => {
          this.dispatch({ type: 'countdown-ticked' });
          if (second === countdownSeconds) this.beginRecording();
        }),
      );
  }

  private beginRecording(): void {
    if (this.state.get().phase !== 'countdown' || this.open === undefined) return;
    this.dispatch({ type: 'recording-started' });
    try {
      this.open.startRecording({
        onSound: () => {
          if (this.soundSince !== undefined) return;
          this.soundSince = this.parts.clock.now();
          this.dispatch({ type: 'sound-arrived' });
        },
        onFailed: () => this.fail(),
      });
    } catch {
      this.fail();
    }
  }

  private async finish(): Promise<void> {
    const opened = this.open;
    if (this.state.get().phase !== 'recording' || opened === undefined) return;
    const durationSeconds = this.elapsedSeconds();
    this.dispatch({ type: 'time-passed', elapsedSeconds: durationSeconds });
    this.dispatch({ type: 'finished' });
    const { round } = this;
    try {
      const recording = await opened.stopRecording();
      if (round !== this.round) return;
      this.release();
      if (isLongEnough(durationSeconds)) this.parts.onRecording({ ...recording, source: 'recording', durationSeconds });
    } catch {
      if (round === this.round) this.fail();
    }
  }

  private watchMeter(source: OpenMicrophone): void {
    const { clock } = this.parts;
    let watch = initialLevelWatch;
    const measure = () => {
      const level = source.readLevel();
      const isHearing = this.state.get().phase === 'recording' && this.soundSince !== undefined;
      if (isHearing) watch = watchLevel(watch, level, clock.now());
      this.dispatch({ type: 'level-measured', levelDbfs: level.rmsDbfs, hint: watch.hint });
      if (!isHearing) return;
      this.dispatch({ type: 'time-passed', elapsedSeconds: this.elapsedSeconds() });
      if (isFull(this.state.get().elapsedSeconds)) void this.finish();
    };
    this.timers.push(clock.every(meterPeriodMilliseconds, measure));
  }

  private watchInterruptions(source: OpenMicrophone): void {
    let cancelMute = () => {};
    source.onLost(() => this.interrupt('microphone-lost'));
    source.onMuteChange((isMuted) => {
      cancelMute();
      if (!isMuted) return;
      cancelMute = this.parts.clock.after(muteToleranceMilliseconds, () => this.interrupt('microphone-muted'));
    });
    this.timers.push(() => cancelMute());
  }

  private interrupt(interruption: Interruption): void {
    if (this.state.get().phase === 'recording') {
      this.dispatch({ type: 'interrupted', interruption });
      void this.finish();
    } else if (this.state.get().phase === 'countdown') {
      this.release();
      this.dispatch({ type: 'failed', error: { key: 'MICROPHONE_NOT_FOUND' } });
    }
  }
}

/** The recorder for as long as the screen is there. */
export function useRecorder(onRecording: RecorderParts['onRecording']): { recorder: Recorder; state: RecorderState } {
  const { clock } = useServices();
  const onReady = useEffectEvent(onRecording);
  const [recorder] = useState(
    () => new Recorder({ microphone: createBrowserMicrophone(), clock, onRecording: onReady }),
  );
  useEffect(() => {
    recorder.start();
    return () => recorder.dispose();
  }, [recorder]);
  return { recorder, state: useStore(recorder.state) };
}
