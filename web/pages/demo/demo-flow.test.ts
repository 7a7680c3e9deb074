import { describe, expect, it } from 'vitest';
import type { UploadData } from '#shared/contract/transcription.ts';
import type { Take } from '../../features/recorder/take.ts';
import { type DemoFlow, type DemoFlowEvent, initialDemoFlow, isExhausted, reduceDemoFlow } from './demo-flow.ts';

const take: Take = {
  bytes: new ArrayBuffer(4),
  mimeType: 'audio/webm',
  fileName: 'recording.wav',
  source: 'recording',
  durationSeconds: 3,
};
const other: Take = { ...take, fileName: 'other.ogg', source: 'file' };
const data: UploadData = {
  attemptsRemaining: 0,
  transcription: {
    transcript: 'Waan imid.',
    rawTranscript: 'waan imid',
    translation: 'I came.',
    transcriptConfidence: 8,
    translationConfidence: null,
    id: 'id-1',
    s3Url: '/audio',
    words: [],
    segments: [],
    durationSeconds: 2,
    engine: { recogniser: 'r', translator: 't', isStarter: true, isCalibrated: false },
    warnings: [],
  },
};
const run = (...events: DemoFlowEvent[]): DemoFlow => events.reduce(reduceDemoFlow, initialDemoFlow);
const toResults = [{ type: 'taken', take }, { type: 'process' }, { type: 'answered', data }] as const;

describe('the demo flow (spec §4)', () => {
  it('goes from welcome to processing to results with the take', () => {
    expect(run(...toResults.slice(0, 2))).toEqual({ step: 'processing', take });
    const results = run(...toResults);
    expect(results).toMatchObject({
      step: 'results',
      take,
      result: {
        originalText: 'waan imid',
        rawTranscript: 'waan imid',
        cleanedText: 'Waan imid.',
        translation: 'I came.',
        apiId: 'id-1',
        attemptsRemaining: 0,
        translationConfidence: null,
      },
    });
  });

  it('processes nothing without a take', () => {
    expect(run({ type: 'process' })).toEqual(initialDemoFlow);
  });

  it('starts over empty', () => {
    expect(run(...toResults, { type: 'started-over' })).toMatchObject({ step: 'welcome', take: undefined });
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
    expect(isExhausted(run(...toResults), 0)).toBe(false);
    expect(isExhausted(run(...toResults.slice(0, 2)), 0)).toBe(false);
  });
});
