import { describe, expect, it } from 'vitest';
import type { UploadData, UploadEvent } from '#shared/contract/transcription.ts';
import { type Journey, joinEnd, reduceJourney, startJourney, viewJourney } from './journey.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `erey${at}`).join(' ');

const resultOf = (rawTranscript: string, translation: string): UploadData => ({
  attemptsRemaining: 2,
  transcription: {
    transcript: rawTranscript,
    rawTranscript,
    translation,
    transcriptConfidence: 8,
    translationConfidence: 7,
    id: 'id-1',
    s3Url: '/audio',
    words: [],
    segments: [],
    durationSeconds: 3,
    engine: { recogniser: 'r', translator: 't', isStarter: false, isCalibrated: true },
    warnings: [],
  },
});

type ServerEvent = Exclude<UploadEvent, { stage: 'error' }>;
const hear = (journey: Journey, now: number, ...events: ServerEvent[]) =>
  events.reduce((known, event) => reduceJourney(known, { type: 'server', event, now }), journey);
const done = (raw = 'laba erey', english = 'two words'): ServerEvent => ({
  stage: 'done',
  data: resultOf(raw, english),
});
const everything = (now: number, raw?: string, english?: string) => hear(startJourney(0), now, done(raw, english));

describe('the pacing of spec §4, with a server faster than it', () => {
  it.each([
    [0, -1, 0],
    [3_499, -1, 0],
    [3_500, 0, 20],
    [6_499, 0, 20],
    [6_500, 1, 40],
    [9_500, 2, 60],
    [12_500, 3, 80],
    [15_499, 3, 80],
    [15_500, 4, 100],
  ])('at %s ms: step %s, %s %%', (now, index, percent) => {
    const view = viewJourney(everything(100), now);
    expect(view.index).toBe(index);
    expect(view.percent).toBeCloseTo(percent, 6);
  });

  it('hands the results on 5 s after the last step', () => {
    expect(viewJourney(everything(100), 20_499).isOver).toBe(false);
    expect(viewJourney(everything(100), 20_500).isOver).toBe(true);
  });

  it('offers the result from done on, and not before', () => {
    expect(viewJourney(startJourney(0), 90).canShowNow).toBe(false);
    expect(viewJourney(everything(100), 100).canShowNow).toBe(true);
  });

  it('types 80 ms a word, and gives a long text the time it needs', () => {
    const journey = everything(100, words(50), words(10));
    expect(viewJourney(journey, 6_500).recognised).toBe('');
    expect(viewJourney(journey, 6_580).recognised).toBe('erey0');
    expect(viewJourney(journey, 6_500 + 25 * 80).recognised).toBe(words(25));
    expect(viewJourney(journey, 6_500 + 50 * 80 - 1).index).toBe(1);
    expect(viewJourney(journey, 6_500 + 50 * 80)).toMatchObject({ index: 2, recognised: words(50) });
  });
});

describe('a server slower than the pacing', () => {
  it('never runs ahead of the server', () => {
    const start = startJourney(0);
    expect(viewJourney(start, 60_000).index).toBe(0);
    const heard = hear(start, 20_000, { stage: 'audio', durationSeconds: 3, speechSeconds: 2 });
    expect(viewJourney(heard, 60_000).index).toBe(1);
    const partial = hear(heard, 21_000, { stage: 'recognition', text: 'waan', progress: 0.4 });
    expect(viewJourney(partial, 60_000)).toMatchObject({ index: 1, recognised: 'waan' });
    const whole = hear(partial, 22_000, { stage: 'recognition', text: 'waan imid', progress: 1 });
    expect(viewJourney(whole, 60_000).index).toBe(2);
    expect(viewJourney(hear(whole, 23_000, { stage: 'enhancement', text: 'Waan imid.' }), 60_000).index).toBe(3);
  });

  it('shows the results at done plus 5 s', () => {
    const late = everything(60_000);
    expect(viewJourney(late, 60_000).index).toBe(4);
    expect(viewJourney(late, 64_999).isOver).toBe(false);
    expect(viewJourney(late, 65_000).isOver).toBe(true);
  });

  it('waits for the end of the animation when done came just before it', () => {
    const journey = everything(15_000);
    expect(viewJourney(journey, 20_000).isOver).toBe(false);
    expect(viewJourney(journey, 20_500).isOver).toBe(true);
  });
});

describe('what the person is told meanwhile', () => {
  it('knows the upload, the place in the queue and the id', () => {
    const half = reduceJourney(startJourney(0), { type: 'uploaded', fraction: 0.5 });
    expect(half.uploadedFraction).toBe(0.5);
    const queued = hear(half, 10, { stage: 'queued', id: 'id-7', position: 3 });
    expect(queued).toMatchObject({ uploadedFraction: 1, queuePosition: 3, transcriptionId: 'id-7' });
    const begun = hear(queued, 20, { stage: 'audio', durationSeconds: 3, speechSeconds: 2 });
    expect(begun.queuePosition).toBeUndefined();
  });

  it('keeps the step reached when a try is repeated', () => {
    const begun = hear(startJourney(0), 10, { stage: 'audio', durationSeconds: 3, speechSeconds: 2 });
    const again = reduceJourney(begun, { type: 'tried-again', tryNumber: 2 });
    expect(again).toMatchObject({ tryNumber: 2, uploadedFraction: 0, reached: 1 });
  });
});

describe('a long recording', () => {
  const audio: ServerEvent = { stage: 'audio', durationSeconds: 2_400, speechSeconds: 2_000 };
  const heard = (progress: number): ServerEvent => ({ stage: 'recognition', text: 'laba erey', progress });

  it('is shown in seconds of sound, and its rest by the pace since one looks on', () => {
    const joined = hear(startJourney(0), 1_000, audio, heard(0.5));
    expect(viewJourney(joined, 1_000).sound).toEqual({
      doneSeconds: 1_200,
      durationSeconds: 2_400,
      leftSeconds: undefined,
    });
    const later = hear(joined, 61_000, heard(0.6));
    expect(viewJourney(later, 61_000).sound?.leftSeconds).toBeCloseTo(240);
  });

  it('is like others once its text is there, and a short one always', () => {
    expect(viewJourney(hear(startJourney(0), 1_000, audio, done()), 2_000).sound).toBeUndefined();
    expect(viewJourney(hear(startJourney(0), 1_000, { ...audio, durationSeconds: 60 }), 2_000).sound).toBeUndefined();
  });
});

describe('a long text, of which only the end comes', () => {
  const spoken = words(900);
  const endOf = (text: string, characters: number) => `…${text.slice(-characters)}`;

  it('grows at its end, also where the same is said again', () => {
    const chorus = `${words(40)} ${words(40)} ${words(40)}`;
    const later = `${spoken} ${chorus} ${chorus}`;
    expect(joinEnd(`${spoken} ${chorus}`, endOf(later, 2_000))).toBe(later);
    expect(joinEnd(later, endOf(later, 2_000))).toBe(later);
  });

  it('has a gap where a broken line swallowed a part, and takes the whole text when that comes', () => {
    const end = endOf(spoken, 500);
    expect(joinEnd('waan imid', end)).toBe(`waan imid ${end}`);
    expect(joinEnd('', end)).toBe(end);
    expect(joinEnd(`waan imid ${end}`, spoken)).toBe(spoken);
  });
});
