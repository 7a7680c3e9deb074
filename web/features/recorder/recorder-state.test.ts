import { describe, expect, it } from 'vitest';
import {
  initialRecorderState,
  isFull,
  isLongEnough,
  type RecorderEvent,
  type RecorderState,
  reduceRecorder,
} from './recorder-state.ts';

const run = (events: RecorderEvent[], from: RecorderState = initialRecorderState) =>
  events.reduce(reduceRecorder, from);

const recording: RecorderEvent[] = [
  { type: 'permission-known', permission: 'prompt' },
  { type: 'asked' },
  { type: 'microphone-opened' },
  { type: 'recording-started' },
  { type: 'sound-arrived' },
];

describe('the recorder', () => {
  it('starts by checking the permission, then knows it', () => {
    expect(initialRecorderState.permission).toBe('checking');
    for (const permission of ['prompt', 'granted', 'denied'] as const)
      expect(run([{ type: 'permission-known', permission }]).permission).toBe(permission);
  });

  it('asks first, then counts down from 5', () => {
    expect(run(recording.slice(0, 2)).phase).toBe('asking');
    const counting = run(recording.slice(0, 3));
    expect(counting).toMatchObject({ phase: 'countdown', countdownLeftSeconds: 5, permission: 'granted' });
    expect(run([{ type: 'countdown-ticked' }], counting).countdownLeftSeconds).toBe(4);
  });

  it('says that it records only when sound has arrived', () => {
    expect(run(recording.slice(0, 4))).toMatchObject({ phase: 'recording', hasSound: false });
    expect(run(recording)).toMatchObject({ phase: 'recording', hasSound: true });
  });

  it.each([
    [1.99, false],
    [2, true],
  ])('a recording of %s s is long enough: %s', (seconds, expected) => {
    expect(isLongEnough(seconds)).toBe(expected);
  });

  it.each([
    [29.99, false],
    [30, true],
  ])('a recording of %s s is full: %s', (seconds, expected) => {
    expect(isFull(seconds)).toBe(expected);
  });

  it('refuses a recording shorter than 2 s, and keeps a longer one', () => {
    const short = run([...recording, { type: 'time-passed', elapsedSeconds: 1.9 }, { type: 'finished' }]);
    expect(short).toMatchObject({ phase: 'idle', error: { key: 'RECORDING_TOO_SHORT' } });
    const kept = run([...recording, { type: 'time-passed', elapsedSeconds: 2 }, { type: 'finished' }]);
    expect(kept).toMatchObject({ phase: 'stopped', error: undefined, elapsedSeconds: 2 });
  });

  it('never shows more than 30 s', () => {
    expect(run([...recording, { type: 'time-passed', elapsedSeconds: 30.2 }]).elapsedSeconds).toBe(30);
  });

  it('remembers a denial, and only a denial, as the permission', () => {
    const asked = run(recording.slice(0, 2));
    const error = { key: 'MICROPHONE_DENIED' } as const;
    expect(reduceRecorder(asked, { type: 'microphone-failed', error, isDenied: true })).toMatchObject({
      phase: 'idle',
      permission: 'denied',
      error,
    });
    expect(reduceRecorder(asked, { type: 'microphone-failed', error, isDenied: false }).permission).toBe('prompt');
  });

  it('forgets everything but the permission when cancelled', () => {
    expect(run([...recording, { type: 'cancelled' }])).toEqual({ ...initialRecorderState, permission: 'granted' });
  });
});
