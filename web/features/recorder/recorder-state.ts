import type { SentenceKey } from '#shared/errors/codes.ts';
import type { SentenceValues } from '#shared/errors/fill-places.ts';
import { countdownSeconds, recordingMaxSeconds, recordingMinSeconds } from '#shared/limits.ts';
import type { LevelHint } from './level-hint.ts';

/** Spec §4: microphone permission as the browser reports it. */
export type MicrophonePermission = PermissionState | 'checking';

/** Spec §4, with `asking` for the time the browser's own question is open. */
type RecorderPhase = 'idle' | 'asking' | 'countdown' | 'recording' | 'stopped';

export type RecorderError = { key: SentenceKey; values?: SentenceValues };

/** What ended a recording before the person did. */
export type Interruption = 'microphone-lost' | 'microphone-muted';

export type RecorderState = {
  permission: MicrophonePermission;
  phase: RecorderPhase;
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

export type RecorderEvent =
  | { type: 'permission-known'; permission: MicrophonePermission }
  | { type: 'asked' }
  | { type: 'microphone-opened' }
  | { type: 'microphone-failed'; error: RecorderError; isDenied: boolean }
  | { type: 'countdown-ticked' }
  | { type: 'recording-started' }
  | { type: 'sound-arrived' }
  | { type: 'time-passed'; elapsedSeconds: number }
  | { type: 'level-measured'; levelDbfs: number; hint: LevelHint }
  | { type: 'interrupted'; interruption: Interruption }
  | { type: 'finished' }
  | { type: 'failed'; error: RecorderError }
  | { type: 'cancelled' };

const silentDbfs = -100;

export const initialRecorderState: RecorderState = {
  permission: 'checking',
  phase: 'idle',
  countdownLeftSeconds: countdownSeconds,
  hasSound: false,
  elapsedSeconds: 0,
  levelDbfs: silentDbfs,
  hint: 'none',
  interruption: undefined,
  error: undefined,
};

const restAt = (state: RecorderState): RecorderState => ({ ...initialRecorderState, permission: state.permission });

/** Spec §5: whether a recording of this length may be kept. */
export const isLongEnough = (elapsedSeconds: number): boolean => elapsedSeconds >= recordingMinSeconds;

/** Spec §4: recording stops by itself at 30 s. */
export const isFull = (elapsedSeconds: number): boolean => elapsedSeconds >= recordingMaxSeconds;

function finish(state: RecorderState): RecorderState {
  if (state.phase !== 'recording') return state;
  if (isLongEnough(state.elapsedSeconds)) return { ...state, phase: 'stopped' };
  return { ...restAt(state), error: { key: state.interruption ? 'MICROPHONE_LOST' : 'RECORDING_TOO_SHORT' } };
}

/** The recorder's whole behaviour; the microphone and the clock are at the edge, in `recorder.ts`. */
export function reduceRecorder(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'permission-known':
      return { ...state, permission: event.permission };
    case 'asked':
      return state.phase === 'idle' || state.phase === 'stopped' ? { ...restAt(state), phase: 'asking' } : state;
    case 'microphone-opened':
      return state.phase === 'asking' ? { ...state, permission: 'granted', phase: 'countdown' } : state;
    case 'microphone-failed':
      return { ...restAt(state), permission: event.isDenied ? 'denied' : state.permission, error: event.error };
    case 'countdown-ticked':
      return state.phase === 'countdown'
        ? { ...state, countdownLeftSeconds: Math.max(0, state.countdownLeftSeconds - 1) }
        : state;
    case 'recording-started':
      return state.phase === 'countdown' ? { ...state, phase: 'recording' } : state;
    case 'sound-arrived':
      return state.phase === 'recording' ? { ...state, hasSound: true } : state;
    case 'time-passed':
      return state.phase === 'recording'
        ? { ...state, elapsedSeconds: Math.min(recordingMaxSeconds, event.elapsedSeconds) }
        : state;
    case 'level-measured':
      return { ...state, levelDbfs: event.levelDbfs, hint: event.hint };
    case 'interrupted':
      return { ...state, interruption: event.interruption };
    case 'finished':
      return finish(state);
    case 'failed':
      return { ...restAt(state), error: event.error };
    case 'cancelled':
      return restAt(state);
  }
}
