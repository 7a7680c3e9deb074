import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#web/lib/clock-for-test.ts';
import type { Recording } from './kept-recording.ts';
import type { Microphone, RecordingHandlers } from './microphone.ts';
import { createRecorder, initialRecorderState } from './recorder.ts';

/** A microphone that hears what the test says, and tells how often it was opened and closed. */
function createTestMicrophone(options: { refuses?: unknown; isDeaf?: boolean; permission?: PermissionState } = {}) {
  const calls = { opened: 0, closed: 0 };
  let handlers: RecordingHandlers | undefined;
  let lost = () => {};
  let muteChange: (isMuted: boolean) => void = () => {};
  const microphone: Microphone = {
    watchPermission: (callback) => callback(options.permission ?? 'prompt'),
    async open() {
      if (options.refuses !== undefined) throw options.refuses;
      calls.opened += 1;
      return {
        readLevel: () => -20,
        record: (given) => {
          handlers = given;
          if (options.isDeaf !== true) given.onSound();
          return async () => ({ bytes: new ArrayBuffer(8), mimeType: 'audio/webm', fileName: 'recording.wav' });
        },
        onLost: (callback) => {
          lost = callback;
        },
        onMuteChange: (callback) => {
          muteChange = callback;
        },
        close: () => {
          calls.closed += 1;
        },
      };
    },
  };
  return {
    microphone,
    calls,
    lose: () => lost(),
    mute: (isMuted: boolean) => muteChange(isMuted),
    hear: () => handlers?.onSound(),
    fail: () => handlers?.onFailed(),
  };
}

function setUp(options: Parameters<typeof createTestMicrophone>[0] = {}) {
  const clock = createFakeClock();
  const recordings: Recording[] = [];
  const test = createTestMicrophone(options);
  const recorder = createRecorder({
    microphone: test.microphone,
    clock,
    onRecording: (recording) => recordings.push(recording),
  });
  recorder.start();
  return { ...test, clock, recorder, recordings };
}

describe('recording', () => {
  it('starts by checking the permission, then knows it', () => {
    expect(initialRecorderState.permission).toBe('checking');
    for (const permission of ['prompt', 'granted', 'denied'] as const)
      expect(setUp({ permission }).recorder.state.get().permission).toBe(permission);
  });

  it('asks first, then counts down from 5', async () => {
    const { recorder } = setUp();
    const asked = recorder.record();
    expect(recorder.state.get().phase).toBe('asking');
    await asked;
    expect(recorder.state.get()).toMatchObject({
      phase: 'countdown',
      countdownLeftSeconds: 5,
      permission: 'granted',
    });
  });

  it('says that it records only when sound has arrived', async () => {
    const { recorder, hear } = setUp({ isDeaf: true });
    await recorder.record();
    recorder.skipCountdown();
    expect(recorder.state.get()).toMatchObject({ phase: 'recording', hasSound: false });
    hear();
    expect(recorder.state.get()).toMatchObject({ phase: 'recording', hasSound: true });
  });

  it('counts 5 s down, records, and stops by itself at 30 s', async () => {
    const { recorder, clock, recordings, calls } = setUp();
    await recorder.record();
    expect(recorder.state.get().phase).toBe('countdown');
    await clock.advance(4_900);
    expect(recorder.state.get()).toMatchObject({ phase: 'countdown', countdownLeftSeconds: 1 });
    await clock.advance(200);
    expect(recorder.state.get().phase).toBe('recording');
    await clock.advance(29_500);
    expect(recorder.state.get().phase).toBe('recording');
    await clock.advance(600);
    expect(recorder.state.get()).toMatchObject({ phase: 'stopped', elapsedSeconds: 30 });
    expect(recordings).toHaveLength(1);
    expect(recordings[0]).toMatchObject({ source: 'recording', fileName: 'recording.wav' });
    expect(calls).toEqual({ opened: 1, closed: 1 });
  });

  it('lets the countdown be skipped, and be cancelled', async () => {
    const skipped = setUp();
    await skipped.recorder.record();
    skipped.recorder.skipCountdown();
    expect(skipped.recorder.state.get().phase).toBe('recording');

    const cancelled = setUp();
    await cancelled.recorder.record();
    cancelled.recorder.cancel();
    await cancelled.clock.advance(10_000);
    expect(cancelled.recorder.state.get()).toEqual({ ...initialRecorderState, permission: 'granted' });
    expect(cancelled.calls).toEqual({ opened: 1, closed: 1 });
  });

  it('counts anew after a cancelled countdown', async () => {
    const { recorder, clock } = setUp();
    await recorder.record();
    await clock.advance(3_000);
    recorder.cancel();
    await recorder.record();
    await clock.advance(2_500);
    expect(recorder.state.get()).toMatchObject({ phase: 'countdown', countdownLeftSeconds: 3 });
  });

  it('refuses less than 2 s and lets the microphone go', async () => {
    const { recorder, clock, recordings, calls } = setUp();
    await recorder.record();
    recorder.skipCountdown();
    await clock.advance(1_500);
    recorder.stop();
    await clock.advance(0);
    expect(recorder.state.get().error).toEqual({ key: 'RECORDING_TOO_SHORT' });
    expect(recordings).toEqual([]);
    expect(calls.closed).toBe(1);
  });

  it.each([
    [1_999, { phase: 'idle', error: { key: 'RECORDING_TOO_SHORT' } }],
    [2_000, { phase: 'stopped', error: undefined, elapsedSeconds: 2 }],
  ])('keeps a recording of %s ms as the limit says', async (milliseconds, state) => {
    const { recorder, clock } = setUp();
    await recorder.record();
    recorder.skipCountdown();
    await clock.advance(milliseconds);
    recorder.stop();
    expect(recorder.state.get()).toMatchObject(state);
  });

  it('opens a fresh stream for each recording', async () => {
    const { recorder, clock, recordings, calls } = setUp();
    for (let round = 1; round <= 2; round += 1) {
      await recorder.record();
      recorder.skipCountdown();
      await clock.advance(3_000);
      recorder.stop();
      await clock.advance(0);
      expect(recordings).toHaveLength(round);
      expect(calls).toEqual({ opened: round, closed: round });
    }
  });

  it('keeps the part recorded before the microphone was lost', async () => {
    const { recorder, clock, recordings, lose } = setUp();
    await recorder.record();
    recorder.skipCountdown();
    await clock.advance(4_000);
    lose();
    await clock.advance(0);
    expect(recorder.state.get()).toMatchObject({ phase: 'stopped', interruption: 'microphone-lost' });
    expect(recordings[0]?.durationSeconds).toBeCloseTo(4, 1);
  });

  it('rides out a short mute, and stops at a call that is taken', async () => {
    const { recorder, clock, mute } = setUp();
    await recorder.record();
    recorder.skipCountdown();
    await clock.advance(3_000);
    mute(true);
    await clock.advance(500);
    mute(false);
    await clock.advance(2_000);
    expect(recorder.state.get().phase).toBe('recording');
    mute(true);
    await clock.advance(1_100);
    expect(recorder.state.get()).toMatchObject({ phase: 'stopped', interruption: 'microphone-muted' });
  });

  it('says when the recorder fails', async () => {
    const { recorder, fail, calls } = setUp();
    await recorder.record();
    recorder.skipCountdown();
    fail();
    expect(recorder.state.get()).toMatchObject({ phase: 'idle', error: { key: 'RECORDING_FAILED' } });
    expect(calls.closed).toBe(1);
  });

  it('shows a denial', async () => {
    const { recorder } = setUp({ refuses: new DOMException('Permission denied', 'NotAllowedError') });
    await recorder.record();
    expect(recorder.state.get()).toMatchObject({
      phase: 'idle',
      permission: 'denied',
      error: { key: 'MICROPHONE_DENIED' },
    });
  });

  it('takes only a denial for one', async () => {
    const { recorder } = setUp({ refuses: new DOMException('', 'NotReadableError') });
    await recorder.record();
    expect(recorder.state.get()).toMatchObject({ permission: 'prompt', error: { key: 'MICROPHONE_IN_USE' } });
  });
});
