import { describe, expect, it } from 'vitest';
import type { Recording } from '../../features/recorder/kept-recording.ts';
import { type DemoFlow, type DemoFlowEvent, initialDemoFlow, isExhausted, reduceDemoFlow } from './use-demo-flow.ts';

const recording: Recording = {
  bytes: new ArrayBuffer(4),
  mimeType: 'audio/webm',
  fileName: 'recording.wav',
  source: 'recording',
  durationSeconds: 3,
};
const other: Recording = { ...recording, fileName: 'other.ogg', source: 'file' };
const run = (...events: DemoFlowEvent[]): DemoFlow => events.reduce(reduceDemoFlow, initialDemoFlow);

describe('the demo flow (spec §4)', () => {
  it('goes from welcome to processing with the recording', () => {
    expect(run({ type: 'recorded', recording }, { type: 'process' })).toEqual({ step: 'processing', recording });
  });

  it('processes nothing without a recording', () => {
    expect(run({ type: 'process' })).toEqual(initialDemoFlow);
  });

  it('keeps the recording when processing is left by the way back', () => {
    const failed = run(
      { type: 'recorded', recording },
      { type: 'process' },
      { type: 'left-processing', keepsRecording: true },
    );
    expect(failed).toMatchObject({ step: 'welcome', recording });
  });

  it('restores an earlier recording, but not over a newer one', () => {
    expect(run({ type: 'restored', recording })).toMatchObject({ recording, isRestored: true });
    expect(run({ type: 'recorded', recording: other }, { type: 'restored', recording })).toMatchObject({
      recording: other,
    });
  });

  it('shows the exhausted screen instead of the welcome step only', () => {
    expect(isExhausted(initialDemoFlow, 0)).toBe(true);
    expect(isExhausted(initialDemoFlow, 1)).toBe(false);
    expect(isExhausted(run({ type: 'recorded', recording }, { type: 'process' }), 0)).toBe(false);
  });
});
