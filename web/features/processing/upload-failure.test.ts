import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts } from '#web/lib/text-registry.ts';
import { describeOnScreen, isWorthRetrying, refuseUpload, UploadFailure } from './upload-failure.ts';

beforeAll(async () => {
  await Promise.all([loadTexts('en', 'errors'), loadTexts('so', 'errors')]);
});

describe('spec §8, Transcription, by status', () => {
  it.each([
    [400, 'Invalid request. Please check your audio file.'],
    [401, 'Authentication failed. Invalid API key.'],
    [403, 'Access forbidden. You do not have permission to use this API.'],
    [413, 'Audio file too large for the server.'],
    [415, 'Unsupported audio format.'],
    [429, 'Rate limit exceeded. Please try again later.'],
    [500, 'Server error. Please try again later.'],
  ])('%s → %s', (status, sentence) => {
    expect(refuseUpload({ status, body: undefined }, 'en').message).toBe(sentence);
    const body = { success: false, error: 'Said by a proxy', message: 'Said by a proxy' };
    expect(refuseUpload({ status, body }, 'en').message).toBe(sentence);
  });

  it('names what any other status said', () => {
    const body = { error: 'Bad gateway', code: 'UNAVAILABLE' };
    expect(refuseUpload({ status: 502, body }, 'en').message).toBe('API error: Bad gateway');
    expect(refuseUpload({ status: 502, body: undefined }, 'en').message).toBe(
      'API error: Request failed with status 502',
    );
  });

  it.each(['NO_SPEECH', 'AUDIO_TOO_LONG', 'QUEUE_FULL', 'ENGINE_NOT_READY', 'ATTEMPTS_EXHAUSTED', 'SESSION_EXPIRED'])(
    '%s shows its own sentence',
    (code) => {
      const body = { success: false, error: 'Its own sentence.', message: 'Its own sentence.', code, requestId: 'r-1' };
      const failure = refuseUpload({ status: 403, body }, 'en');
      expect(failure.message).toBe('Its own sentence.');
      expect(failure).toMatchObject({ code, requestId: 'r-1' });
    },
  );

  it('is in Somali for a Somali reader', () => {
    expect(refuseUpload({ status: 415, body: undefined }, 'so').message).toBe('Nooca codkan lama taageero.');
  });
});

it.each([
  [500, true],
  [503, true],
  [429, true],
  [400, false],
  [401, false],
  [422, false],
])('status %s is worth another try: %s', (status, expected) => {
  expect(isWorthRetrying(refuseUpload({ status, body: undefined }, 'en'))).toBe(expected);
});

describe('the processing screen', () => {
  it('has its own network sentence', () => {
    const failure = new UploadFailure('network', 'Network error. Please check your internet connection.');
    expect(isWorthRetrying(failure)).toBe(false);
    expect(describeOnScreen(failure, 'en')).toBe(
      'Network connection failed. Please check your internet connection and try again.',
    );
  });

  it('shows the sentence of anything else that the upload knows', () => {
    expect(describeOnScreen(refuseUpload({ status: 429, body: undefined }, 'en'), 'en')).toBe(
      'Rate limit exceeded. Please try again later.',
    );
  });

  it('has a sentence for what nobody expected', () => {
    expect(describeOnScreen(new TypeError('x'), 'en')).toBe(
      'An unexpected error occurred while processing your audio.',
    );
  });
});
