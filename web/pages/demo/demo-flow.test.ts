import { describe, expect, it } from 'vitest';
import type { Recording } from '../../features/recorder/kept-recording.ts';
import {
  atWelcomeAgain,
  type DemoFlow,
  initialDemoFlow,
  intoProcessing,
  isExhausted,
  withRecording,
  withRestored,
} from './use-demo-flow.ts';

const recording: Recording = {
  bytes: new ArrayBuffer(4),
  mimeType: 'audio/webm',
  fileName: 'recording.wav',
  source: 'recording',
  durationSeconds: 3,
};
const other: Recording = { ...recording, fileName: 'other.ogg', source: 'file' };
const run = (...changes: ((flow: DemoFlow) => DemoFlow)[]): DemoFlow =>
  changes.reduce((flow, change) => change(flow), initialDemoFlow);

describe('the demo flow (spec §4)', () => {
  it('goes from welcome to processing with the recording', () => {
    expect(run(withRecording(recording), intoProcessing)).toEqual({ step: 'processing', recording });
  });

  it('processes nothing without a recording', () => {
    expect(run(intoProcessing)).toEqual(initialDemoFlow);
  });

  it('keeps the recording when processing is left by the way back', () => {
    const failed = run(withRecording(recording), intoProcessing, atWelcomeAgain(true));
    expect(failed).toMatchObject({ step: 'welcome', recording });
  });

  it('restores an earlier recording, but not over a newer one', () => {
    expect(run(withRestored(recording))).toMatchObject({ recording, isRestored: true });
    expect(run(withRecording(other), withRestored(recording))).toMatchObject({
      recording: other,
    });
  });

  it('goes on with what was on its way when the page was left', () => {
    const sent = { ...recording, isSending: true };
    expect(run(withRestored(sent))).toEqual({ step: 'processing', recording: sent });
    expect(run(withRecording(other), withRestored(sent))).toMatchObject({ recording: other });
  });

  it('shows the exhausted screen instead of the welcome step only', () => {
    expect(isExhausted(initialDemoFlow, 0)).toBe(true);
    expect(isExhausted(initialDemoFlow, 1)).toBe(false);
    expect(isExhausted(run(withRecording(recording), intoProcessing), 0)).toBe(false);
  });
});
