import { useEffect, useEffectEvent, useState } from 'react';
import { countdownSeconds, recordingMaxSeconds, recordingMinSeconds } from '#shared/limits.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import type { Clock } from '../../lib/clock.ts';
import { useServices } from '../../lib/services.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Recording } from './kept-recording.ts';
import { initialLevelWatch, type LevelHint, watchLevel } from './level.ts';
import {
  createBrowserMicrophone,
  describeMicrophoneError,
  type Microphone,
  type OpenMicrophone,
  type RecorderError,
} from './microphone.ts';

/** What ended a recording before the person did. */
export type Interruption = 'microphone-lost' | 'microphone-muted';

export type RecorderState = {
  /** Spec §4: microphone permission as the browser reports it. */
  permission: PermissionState | 'checking';
  /** Spec §4, with `asking` for the time the browser's own question is open. */
  phase: 'idle' | 'asking' | 'countdown' | 'recording' | 'stopped';
  countdownLeftSeconds: number;
  /** False until the first sound has arrived: only then may the screen say "recording". */
  hasSound: boolean;
  elapsedSeconds: number;
  /** Loudness in dBFS for the meter; −100 is silence. */
  levelDbfs: number;
  hint: LevelHint;
  interruption: Interruption | undefined;
  error: RecorderError | undefined;
};

export const initialRecorderState: RecorderState = {
  permission: 'checking',
  phase: 'idle',
  countdownLeftSeconds: countdownSeconds,
  hasSound: false,
  elapsedSeconds: 0,
  levelDbfs: -100,
  hint: 'none',
  interruption: undefined,
  error: undefined,
};

type RecorderParts = {
  microphone: Microphone;
  clock: Clock;
  /** A recording of at least 2 s is ready. */
  onRecording: (recording: Recording) => void;
};

const meterPeriodMilliseconds = 80;
/** A call that only rings passes; a microphone muted for longer would record silence. */
const muteToleranceMilliseconds = 1_000;

/** Opens the microphone, counts, records, and lets go of everything after each recording. */
export class Recorder {
  private readonly parts: RecorderParts;
  readonly state = createStore<RecorderState>(initialRecorderState);
  private open: OpenMicrophone | undefined;
  private endRecording: (() => Promise<AudioFile>) | undefined;
  private timers: (() => void)[] = [];
  private soundSince: number | undefined;
  /** Grows with each recording, so that an answer which comes after a cancellation finds nobody waiting. */
  private round = 0;

  constructor(parts: RecorderParts) {
    this.parts = parts;
  }

  /** Looks up the permission; call once when the screen opens. */
  readonly start = (): void => {
    this.parts.microphone.watchPermission((permission) => this.change({ permission }));
  };

  /** Asks for the microphone (on the tap), then counts down, then records. */
  readonly record = async (): Promise<void> => {
    if (this.phase !== 'idle' && this.phase !== 'stopped') return;
    this.release();
    const { round } = this;
    this.rest({ phase: 'asking' });
    try {
      const opened = await this.parts.microphone.open();
      if (round !== this.round) {
        opened.close();
        return;
      }
      this.open = opened;
      this.change({ permission: 'granted', phase: 'countdown' });
      this.watchMeter(opened);
      this.watchInterruptions(opened);
      this.countDown();
    } catch (thrown) {
      if (round !== this.round) return;
      const error = describeMicrophoneError(thrown);
      this.rest(error.key === 'MICROPHONE_DENIED' ? { permission: 'denied', error } : { error });
    }
  };

  readonly skipCountdown = (): void => this.beginRecording();

  readonly stop = (): void => void this.finish();

  readonly cancel = (): void => {
    this.release();
    this.rest({});
  };

  readonly dispose = (): void => this.release();

  private get phase(): RecorderState['phase'] {
    return this.state.get().phase;
  }

  private change(part: Partial<RecorderState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  /** Forgets everything but the permission. */
  private rest(part: Partial<RecorderState>): void {
    this.change({ ...initialRecorderState, permission: this.state.get().permission, ...part });
  }

  private release(): void {
    for (const cancel of this.timers) cancel();
    this.timers = [];
    this.open?.close();
    this.open = undefined;
    this.endRecording = undefined;
    this.soundSince = undefined;
    this.round += 1;
  }

  private fail(key: RecorderError['key']): void {
    this.release();
    this.rest({ error: { key } });
  }

  /** Spec §4: recording stops by itself at 30 s, and shows no more. */
  private measureTime(): number {
    const seconds = this.soundSince === undefined ? 0 : (this.parts.clock.now() - this.soundSince) / 1000;
    this.change({ elapsedSeconds: Math.min(recordingMaxSeconds, seconds) });
    return seconds;
  }

  private countDown(): void {
    for (let second = 1; second <= countdownSeconds; second += 1)
      this.timers.push(
        this.parts.clock.after(second * 1000, () => {
          if (this.phase !== 'countdown') return;
          this.change({ countdownLeftSeconds: countdownSeconds - second });
          if (second === countdownSeconds) this.beginRecording();
        }),
      );
  }

  private beginRecording(): void {
    if (this.phase !== 'countdown' || this.open === undefined) return;
    this.change({ phase: 'recording' });
    try {
      this.endRecording = this.open.record({
        onSound: () => {
          if (this.soundSince !== undefined || this.phase !== 'recording') return;
          this.soundSince = this.parts.clock.now();
          this.change({ hasSound: true });
        },
        onFailed: () => this.fail('RECORDING_FAILED'),
      });
    } catch {
      this.fail('RECORDING_FAILED');
    }
  }

  private async finish(): Promise<void> {
    const { endRecording, round } = this;
    if (this.phase !== 'recording' || endRecording === undefined) return;
    const durationSeconds = this.measureTime();
    // Spec §5: whether a recording of this length may be kept.
    const isLongEnough = durationSeconds >= recordingMinSeconds;
    if (isLongEnough) this.change({ phase: 'stopped' });
    else this.rest({ error: { key: this.state.get().interruption ? 'MICROPHONE_LOST' : 'RECORDING_TOO_SHORT' } });
    try {
      const recording = await endRecording();
      if (round !== this.round) return;
      this.release();
      if (isLongEnough) this.parts.onRecording({ ...recording, source: 'recording', durationSeconds });
    } catch {
      if (round === this.round) this.fail('RECORDING_FAILED');
    }
  }

  private watchMeter(source: OpenMicrophone): void {
    const { clock } = this.parts;
    let watch = initialLevelWatch;
    const measure = () => {
      const level = source.readLevel();
      const isHearing = this.phase === 'recording' && this.soundSince !== undefined;
      if (isHearing) watch = watchLevel(watch, level, clock.now());
      this.change({ levelDbfs: level.rmsDbfs, hint: watch.hint });
      if (isHearing && this.measureTime() >= recordingMaxSeconds) void this.finish();
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
    if (this.phase === 'countdown') this.fail('MICROPHONE_NOT_FOUND');
    if (this.phase !== 'recording') return;
    this.change({ interruption });
    void this.finish();
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
