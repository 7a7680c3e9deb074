import { describe, expect, it } from 'vitest';
import type { UploadData } from '#shared/contract/transcription.ts';
import { CallFailure } from '#web/lib/call-failure.ts';
import { createFakeClock } from '#web/lib/clock-for-test.ts';
import type { JourneyEvent } from './journey.ts';
import { createProcessing } from './processing.ts';
import type { Upload } from './upload-client.ts';
import type { ProgressEvent } from './upload-exchange.ts';

const data: UploadData = {
  attemptsRemaining: 1,
  transcription: {
    transcript: 'Waan imid.',
    rawTranscript: 'waan imid',
    translation: 'I came.',
    transcriptConfidence: 8,
    translationConfidence: 8,
    id: 'id-1',
    s3Url: '/audio',
    words: [],
    segments: [],
    durationSeconds: 2,
    engine: { recogniser: 'r', translator: 't', isStarter: true, isCalibrated: false },
    warnings: [],
  },
};

function setUp() {
  const clock = createFakeClock();
  const log: string[] = [];
  let settle: {
    resolve: (value: UploadData) => void;
    reject: (failure: unknown) => void;
    onEvent: (event: JourneyEvent) => void;
  };
  let signal = new AbortController().signal;
  const orders: unknown[] = [];
  const upload: Upload = (_, onEvent, given, order) =>
    new Promise((resolve, reject) => {
      orders.push(order);
      signal = given;
      settle = { resolve, reject, onEvent };
    });
  const processing = createProcessing({
    upload,
    clock,
    file: { bytes: new ArrayBuffer(1), mimeType: 'audio/webm', fileName: 'recording.wav' },
    onAnswered: ({ attemptsRemaining }) => log.push(`answered ${attemptsRemaining}`),
    onOver: () => log.push('over'),
    onFailed: () => log.push('failed'),
  });
  processing.start();
  const tell = (event: ProgressEvent) => settle.onEvent({ type: 'server', event, now: clock.now() });
  const answer = async () => {
    tell({ stage: 'done', data });
    settle.resolve(data);
    await clock.advance(0);
  };
  const fail = async (failure: unknown) => {
    settle.reject(failure);
    await clock.advance(0);
  };
  const recognise = (progress: number) => tell({ stage: 'recognition', text: 'waan', progress });
  const uploaded = (fraction: number) => settle.onEvent({ type: 'uploaded', fraction });
  const take = () => tell({ stage: 'queued', id: 'id-1', position: 0 });
  const cancel = () => processing.cancel((id) => log.push(`removed ${id}`));
  return {
    clock,
    log,
    orders,
    processing,
    answer,
    fail,
    recognise,
    uploaded,
    take,
    cancel,
    isCancelled: () => signal.aborted,
  };
}

describe('processing', () => {
  it('tells of the answer at once and hands it on when the journey is over', async () => {
    const { clock, log, processing, answer } = setUp();
    await clock.advance(1_000);
    await answer();
    expect(log).toEqual(['answered 1']);
    expect(processing.state.get().view).toMatchObject({ index: -1, percent: 0, canShowNow: true });
    await clock.advance(19_400);
    expect(log).toEqual(['answered 1']);
    await clock.advance(200);
    expect(log).toEqual(['answered 1', 'over']);
    await clock.advance(60_000);
    expect(log).toHaveLength(2);
  });

  it('ends at the server, too, when it is cancelled', () => {
    const { log, take, cancel, isCancelled } = setUp();
    take();
    cancel();
    expect([log, isCancelled()]).toEqual([['removed id-1'], true]);
  });

  it('ends at the server as soon as that has named it, when it is cancelled between the last byte and the first word', async () => {
    const { clock, log, processing, uploaded, take, answer, cancel, isCancelled } = setUp();
    uploaded(1);
    cancel();
    processing.dispose();
    expect([log, isCancelled()]).toEqual([[], false]);
    take();
    take();
    await answer();
    await clock.advance(60_000);
    expect([log, isCancelled()]).toEqual([['removed id-1'], true]);
  });

  it('stops sending when it is cancelled before all bytes are sent', () => {
    const { log, uploaded, cancel, isCancelled } = setUp();
    uploaded(0.9);
    cancel();
    expect([log, isCancelled()]).toEqual([[], true]);
  });

  it('shows the result now when asked, once', async () => {
    const { log, processing, answer } = setUp();
    processing.showNow();
    expect(log).toEqual([]);
    await answer();
    processing.showNow();
    processing.showNow();
    expect(log).toEqual(['answered 1', 'over']);
  });

  it('asks for the text all the same where it was told to, and not before', async () => {
    const { processing, orders, fail } = setUp();
    await fail(new CallFailure('refused', { status: 422, body: { code: 'NOT_SOMALI' } }));
    processing.start({ anyLanguage: true });
    expect(orders).toEqual([{}, { anyLanguage: true }]);
  });

  it('stops at a failure and starts over when tried again', async () => {
    const { clock, log, processing, answer, fail } = setUp();
    await clock.advance(8_000);
    const failure = new CallFailure('network');
    await fail(failure);
    expect(log).toEqual(['failed']);
    expect(processing.state.get().failure).toBe(failure);
    await clock.advance(60_000);
    processing.start();
    expect(processing.state.get()).toMatchObject({ failure: undefined, view: { index: -1, percent: 0 } });
    await answer();
    processing.showNow();
    expect(log).toEqual(['failed', 'answered 1', 'over']);
  });

  it('says nothing more once it is left', async () => {
    const { clock, log, processing, answer, isCancelled } = setUp();
    processing.dispose();
    expect(isCancelled()).toBe(true);
    await answer();
    await clock.advance(60_000);
    expect(log).toEqual([]);
  });
});
