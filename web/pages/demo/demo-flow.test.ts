import { describe, expect, it } from 'vitest';
import type { Take } from '../../features/recorder/take-store.ts';
import { type DemoFlow, type DemoFlowEvent, initialDemoFlow, isExhausted, reduceDemoFlow } from './demo-flow.ts';

const take: Take = {
  bytes: new ArrayBuffer(4),
  mimeType: 'audio/webm',
  fileName: 'recording.wav',
  source: 'recording',
  durationSeconds: 3,
};
const other: Take = { ...take, fileName: 'other.ogg', source: 'file' };
const run = (...events: DemoFlowEvent[]): DemoFlow => events.reduce(reduceDemoFlow, initialDemoFlow);

describe('the demo flow (spec §4)', () => {
  it('goes from welcome to processing with the take', () => {
    expect(run({ type: 'taken', take }, { type: 'process' })).toEqual({ step: 'processing', take });
  });

  it('processes nothing without a take', () => {
    expect(run({ type: 'process' })).toEqual(initialDemoFlow);
  });

  it('keeps the take when processing is left by the way back', () => {
    const failed = run({ type: 'taken', take }, { type: 'process' }, { type: 'left-processing', keepsTake: true });
    expect(failed).toMatchObject({ step: 'welcome', take });
  });

  it('restores an earlier take, but not over a newer one', () => {
    expect(run({ type: 'restored', take })).toMatchObject({ take, isRestored: true });
    expect(run({ type: 'taken', take: other }, { type: 'restored', take })).toMatchObject({ take: other });
  });

  it('shows the exhausted screen instead of the welcome step only', () => {
    expect(isExhausted(initialDemoFlow, 0)).toBe(true);
    expect(isExhausted(initialDemoFlow, 1)).toBe(false);
    expect(isExhausted(run({ type: 'taken', take }, { type: 'process' }), 0)).toBe(false);
  });
});
