import { useEffect, useEffectEvent, useState } from 'react';
import { countdownSeconds, recordingMaxSeconds, recordingMinSeconds } from '#shared/limits.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Problem } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Recording } from './kept-recording.ts';
import { browserMicrophone, describeMicrophoneError, type Microphone, type OpenMicrophone } from './microphone.ts';

export const initialRecorderState = {
  /** Spec §4: microphone permission as the browser reports it. */
  permission: 'checking' as PermissionState | 'checking',
  /** Spec §4, with `asking` for the time the browser's own question is open. */
  phase: 'idle' as 'idle' | 'asking' | 'countdown' | 'recording' | 'stopped',
  countdownLeftSeconds: countdownSeconds,
  /** False until the first sound has arrived: only then may the screen say "recording". */
  hasSound: false,
  elapsedSeconds: 0,
  /** Loudness in dBFS for the meter; −100 is silence. */
  levelDbfs: -100,
  /** What ended a recording before the person did. */
  interruption: undefined as 'microphone-lost' | 'microphone-muted' | undefined,
  error: undefined as Problem | undefined,
};

export type RecorderState = typeof initialRecorderState;

type RecorderParts = {
  microphone: Microphone;
  clock: Clock;
  onRecording: (recording: Recording) => void;
};

const meterPeriodMilliseconds = 80;
/** A call that only rings passes; a microphone muted for longer would record silence. */
const muteToleranceMilliseconds = 1_000;

export function createRecorder({ microphone, clock, onRecording }: RecorderParts) {
  const state = createStore<RecorderState>(initialRecorderState);
  let open: OpenMicrophone | undefined;
  let endRecording: (() => Promise<AudioFile>) | undefined;
  let timers: (() => void)[] = [];
  let soundSince: number | undefined;
  /** Grows with each recording, so that an answer which comes after a cancellation finds no recording waiting. */
  let round = 0;

  const phase = () => state.get().phase;
  const change = (part: Partial<RecorderState>) => state.set({ ...state.get(), ...part });
  /** Forgets everything but the permission. */
  const rest = (part: Partial<RecorderState>) =>
    change({ ...initialRecorderState, permission: state.get().permission, ...part });

  function release(): void {
    for (const cancel of timers) cancel();
    timers = [];
    open?.close();
    open = undefined;
    endRecording = undefined;
    soundSince = undefined;
    round += 1;
  }

  function fail(key: Problem['key']): void {
    release();
    rest({ error: { key } });
  }

  /** Spec §4: recording stops by itself at 30 s, and shows no more. */
  function measureTime(): number {
    const seconds = soundSince === undefined ? 0 : (clock.now() - soundSince) / 1000;
    change({ elapsedSeconds: Math.min(recordingMaxSeconds, seconds) });
    return seconds;
  }

  function countDown(): void {
    for (let second = 1; second <= countdownSeconds; second += 1)
      timers.push(
        clock.after(second * 1000, () => {
          if (phase() !== 'countdown') return;
          change({ countdownLeftSeconds: countdownSeconds - second });
          if (second === countdownSeconds) beginRecording();
        }),
      );
  }

  function beginRecording(): void {
    if (phase() !== 'countdown' || open === undefined) return;
    change({ phase: 'recording' });
    try {
      endRecording = open.record({
        onSound: () => {
          if (soundSince !== undefined || phase() !== 'recording') return;
          soundSince = clock.now();
          change({ hasSound: true });
        },
        onFailed: () => fail('RECORDING_FAILED'),
      });
    } catch {
      fail('RECORDING_FAILED');
    }
  }

  async function finish(): Promise<void> {
    const ending = round;
    if (phase() !== 'recording' || endRecording === undefined) return;
    const durationSeconds = measureTime();
    // Spec §5: whether a recording of this length may be kept.
    const isLongEnough = durationSeconds >= recordingMinSeconds;
    if (isLongEnough) change({ phase: 'stopped' });
    else rest({ error: { key: state.get().interruption ? 'MICROPHONE_LOST' : 'RECORDING_TOO_SHORT' } });
    try {
      const recording = await endRecording();
      if (ending !== round) return;
      release();
      if (isLongEnough) onRecording({ ...recording, source: 'recording', durationSeconds });
    } catch {
      if (ending === round) fail('RECORDING_FAILED');
    }
  }

  function watchMeter(source: OpenMicrophone): void {
    const measure = () => {
      change({ levelDbfs: source.readLevel() });
      const isHearing = phase() === 'recording' && soundSince !== undefined;
      if (isHearing && measureTime() >= recordingMaxSeconds) void finish();
    };
    timers.push(clock.every(meterPeriodMilliseconds, measure));
  }

  function watchInterruptions(source: OpenMicrophone): void {
    let cancelMute = () => {};
    source.onLost(() => interrupt('microphone-lost'));
    source.onMuteChange((isMuted) => {
      cancelMute();
      if (isMuted) cancelMute = clock.after(muteToleranceMilliseconds, () => interrupt('microphone-muted'));
    });
    timers.push(() => cancelMute());
  }

  function interrupt(interruption: RecorderState['interruption']): void {
    if (phase() === 'countdown') fail('MICROPHONE_NOT_FOUND');
    if (phase() !== 'recording') return;
    change({ interruption });
    void finish();
  }

  return {
    state,
    /** Looks up the permission; call once when the screen opens. */
    start: () => microphone.watchPermission((permission) => change({ permission })),
    /** Asks for the microphone (on the tap), then counts down, then records. */
    async record(): Promise<void> {
      if (phase() !== 'idle' && phase() !== 'stopped') return;
      release();
      const asking = round;
      rest({ phase: 'asking' });
      try {
        const opened = await microphone.open();
        if (asking !== round) return opened.close();
        open = opened;
        change({ permission: 'granted', phase: 'countdown' });
        watchMeter(opened);
        watchInterruptions(opened);
        countDown();
      } catch (thrown) {
        if (asking !== round) return;
        const error = describeMicrophoneError(thrown);
        rest(error.key === 'MICROPHONE_DENIED' ? { permission: 'denied', error } : { error });
      }
    },
    skipCountdown: beginRecording,
    stop: () => void finish(),
    cancel(): void {
      release();
      rest({});
    },
    dispose: release,
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

export function useRecorder(onRecording: RecorderParts['onRecording']) {
  const { clock } = useServices();
  const onReady = useEffectEvent(onRecording);
  const [recorder] = useState(() => createRecorder({ microphone: browserMicrophone, clock, onRecording: onReady }));
  useEffect(() => {
    recorder.start();
    return () => recorder.dispose();
  }, [recorder]);
  return { recorder, state: useStore(recorder.state) };
}
