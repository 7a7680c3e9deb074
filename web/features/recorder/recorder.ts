import { countdownSeconds } from '#shared/limits.ts';
import type { Clock } from '#web/lib/clock.ts';
import { initialLevelWatch, watchLevel } from './level-hint.ts';
import type { Microphone, OpenMicrophone } from './microphone.ts';
import { describeMicrophoneError } from './microphone-error.ts';
import {
  type Interruption,
  initialRecorderState,
  isFull,
  isLongEnough,
  type RecorderEvent,
  type RecorderState,
  reduceRecorder,
} from './recorder-state.ts';
import type { Take } from './take.ts';

export type RecorderParts = {
  microphone: Microphone;
  clock: Clock;
  /** A take of at least 2 s is ready. */
  onTake: (take: Take) => void;
};

export type Recorder = {
  getState(): RecorderState;
  subscribe(listener: () => void): () => void;
  /** Looks up the permission; call once when the screen opens. */
  start(): void;
  /** Asks for the microphone (on the tap), then counts down, then records. */
  record(): Promise<void>;
  skipCountdown(): void;
  cancel(): void;
  stop(): void;
  dispose(): void;
};

const meterPeriodMilliseconds = 80;
/** A call that only rings passes; a microphone muted for longer would record silence. */
const muteToleranceMilliseconds = 1_000;

export function createRecorder({ microphone, clock, onTake }: RecorderParts): Recorder {
  let state = initialRecorderState;
  const listeners = new Set<() => void>();
  let open: OpenMicrophone | undefined;
  let timers: (() => void)[] = [];
  let soundSince: number | undefined;
  /** Grows with each take, so that an answer which comes after a cancellation finds nobody waiting. */
  let round = 0;

  const dispatch = (event: RecorderEvent) => {
    const next = reduceRecorder(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const release = () => {
    for (const cancel of timers) cancel();
    timers = [];
    open?.close();
    open = undefined;
    soundSince = undefined;
    round += 1;
  };
  const elapsedSeconds = () => (soundSince === undefined ? 0 : (clock.now() - soundSince) / 1000);

  const finish = async () => {
    const recording = open;
    if (state.phase !== 'recording' || recording === undefined) return;
    const durationSeconds = elapsedSeconds();
    dispatch({ type: 'time-passed', elapsedSeconds: durationSeconds });
    dispatch({ type: 'finished' });
    const current = round;
    try {
      const take = await recording.stopRecording();
      if (current === round && isLongEnough(durationSeconds)) onTake({ ...take, source: 'recording', durationSeconds });
    } catch {
      if (current === round) dispatch({ type: 'failed', error: { key: 'RECORDING_FAILED' } });
    } finally {
      if (current === round) release();
    }
  };

  const interrupt = (interruption: Interruption) => {
    if (state.phase === 'recording') {
      dispatch({ type: 'interrupted', interruption });
      void finish();
    } else if (state.phase === 'countdown') {
      release();
      dispatch({ type: 'failed', error: { key: 'MICROPHONE_NOT_FOUND' } });
    }
  };

  const watchMeter = (source: OpenMicrophone) => {
    let watch = initialLevelWatch;
    const measure = () => {
      const level = source.readLevel();
      if (state.phase === 'recording' && soundSince !== undefined) watch = watchLevel(watch, level, clock.now());
      dispatch({ type: 'level-measured', levelDbfs: level.rmsDbfs, hint: watch.hint });
      if (state.phase !== 'recording' || soundSince === undefined) return;
      dispatch({ type: 'time-passed', elapsedSeconds: elapsedSeconds() });
      if (isFull(state.elapsedSeconds)) void finish();
    };
    timers.push(clock.every(meterPeriodMilliseconds, measure));
  };

  const beginRecording = () => {
    const source = open;
    if (state.phase !== 'countdown' || source === undefined) return;
    dispatch({ type: 'recording-started' });
    try {
      source.startRecording({
        onSound: () => {
          if (soundSince !== undefined) return;
          soundSince = clock.now();
          dispatch({ type: 'sound-arrived' });
        },
        onFailed: () => {
          release();
          dispatch({ type: 'failed', error: { key: 'RECORDING_FAILED' } });
        },
      });
    } catch {
      release();
      dispatch({ type: 'failed', error: { key: 'RECORDING_FAILED' } });
    }
  };

  const watchInterruptions = (source: OpenMicrophone) => {
    let cancelMute = () => {};
    source.onLost(() => interrupt('microphone-lost'));
    source.onMuteChange((isMuted) => {
      cancelMute();
      if (isMuted) cancelMute = clock.after(muteToleranceMilliseconds, () => interrupt('microphone-muted'));
    });
    timers.push(() => cancelMute());
  };

  const countDown = () => {
    for (let second = 1; second <= countdownSeconds; second += 1)
      timers.push(
        clock.after(second * 1000, () => {
          dispatch({ type: 'countdown-ticked' });
          if (second === countdownSeconds) beginRecording();
        }),
      );
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      microphone.watchPermission((permission) => dispatch({ type: 'permission-known', permission }));
    },
    async record() {
      if (state.phase !== 'idle' && state.phase !== 'stopped') return;
      release();
      const current = round;
      dispatch({ type: 'asked' });
      try {
        const opened = await microphone.open();
        if (current !== round) {
          opened.close();
          return;
        }
        open = opened;
      } catch (thrown) {
        if (current === round) dispatch({ type: 'microphone-failed', ...describeMicrophoneError(thrown) });
        return;
      }
      dispatch({ type: 'microphone-opened' });
      watchMeter(open);
      watchInterruptions(open);
      countDown();
    },
    skipCountdown: beginRecording,
    cancel() {
      release();
      dispatch({ type: 'cancelled' });
    },
    stop: () => void finish(),
    dispose() {
      release();
      listeners.clear();
    },
  };
}
