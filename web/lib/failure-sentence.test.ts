import { beforeAll, describe, expect, it } from 'vitest';
import { CallFailure } from './call-failure.ts';
import { type FailurePlace, sentenceFor } from './failure-sentence.ts';
import { loadTexts } from './text-registry.ts';

beforeAll(() => Promise.all([loadTexts('en', 'errors'), loadTexts('so', 'errors')]));

const refused = (status: number, body?: unknown) => new CallFailure('refused', { status, body });

describe('spec §8, general message choice', () => {
  it.each([
    [400, 'Invalid request. Please check your input.'],
    [401, 'Authentication required. Please log in again.'],
    [403, 'You do not have permission to perform this action.'],
    [404, 'Resource not found.'],
    [409, 'This resource already exists.'],
    [429, 'Too many requests. Please try again later.'],
    [500, 'Server error. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [418, 'Request failed with status 418'],
  ])('a bare %i', (status, sentence) => {
    expect(sentenceFor(refused(status, {}), 'general', 'en')).toBe(sentence);
  });

  it("prefers the server's error, then its message", () => {
    expect(sentenceFor(refused(400, { error: 'E', message: 'M' }), 'general', 'en')).toBe('E');
    expect(sentenceFor(refused(400, { message: 'M' }), 'general', 'en')).toBe('M');
  });

  it.each<[FailurePlace, string]>([
    ['general', 'Network error. Please check your connection.'],
    ['account', 'Network error. Please check your connection and try again.'],
    ['upload', 'Network error. Please check your internet connection.'],
    ['processingScreen', 'Network connection failed. Please check your internet connection and try again.'],
  ])('no answer, shown in the place %s', (place, sentence) => {
    expect(sentenceFor(new CallFailure('network'), place, 'en')).toBe(sentence);
  });

  it.each([
    [refused(200, { success: false }), 'Signup failed'],
    [refused(200, { success: false, message: 'No' }), 'No'],
    [new CallFailure('unexpected'), 'An unexpected error occurred during signup. Please try again.'],
    [new TypeError('x'), 'An unexpected error occurred. Please try again.'],
  ])("%s has the sign-up's own words", (failure, sentence) => {
    expect(sentenceFor(failure, 'signUp', 'en')).toBe(sentence);
  });

  it('speaks Somali to a Somali reader', () => {
    expect(sentenceFor(refused(404), 'general', 'so')).toBe('Wixii aad raadinaysay lama helin.');
  });
});

describe('spec §8, Transcription', () => {
  it.each([
    [400, 'Invalid request. Please check your audio file.'],
    [401, 'Authentication failed. Invalid API key.'],
    [403, 'Access forbidden. You do not have permission to use this API.'],
    [413, 'Audio file too large for the server.'],
    [415, 'Unsupported audio format.'],
    [429, 'Rate limit exceeded. Please try again later.'],
    [500, 'Server error. Please try again later.'],
  ])('%s → %s', (status, sentence) => {
    expect(sentenceFor(refused(status), 'upload', 'en')).toBe(sentence);
    const body = { success: false, error: 'Said by a proxy', message: 'Said by a proxy' };
    expect(sentenceFor(refused(status, body), 'processingScreen', 'en')).toBe(sentence);
  });

  it('names what any other status said', () => {
    const body = { error: 'Bad gateway', code: 'UNAVAILABLE' };
    expect(sentenceFor(refused(502, body), 'upload', 'en')).toBe('API error: Bad gateway');
    expect(sentenceFor(refused(502), 'upload', 'en')).toBe('API error: Request failed with status 502');
  });

  it.each(['NO_SPEECH', 'AUDIO_TOO_LONG', 'QUEUE_FULL', 'ENGINE_NOT_READY', 'ATTEMPTS_EXHAUSTED', 'SESSION_EXPIRED'])(
    '%s shows its own sentence',
    (code) => {
      const body = { success: false, error: 'Its own sentence.', message: 'Its own sentence.', code, requestId: 'r-1' };
      const failure = refused(403, body);
      expect(sentenceFor(failure, 'processingScreen', 'en')).toBe('Its own sentence.');
      expect(failure).toMatchObject({ code, requestId: 'r-1' });
    },
  );

  it.each([
    [new CallFailure('timeout'), 'Request timeout. The server took too long to respond.'],
    [new CallFailure('incomplete'), 'Invalid API response: missing transcript or translation.'],
    [new CallFailure('unexpected'), 'An unexpected error occurred during transcription.'],
    [new TypeError('x'), 'An unexpected error occurred while processing your audio.'],
  ])('%s on the processing screen', (failure, sentence) => {
    expect(sentenceFor(failure, 'processingScreen', 'en')).toBe(sentence);
  });

  it('is in Somali for a Somali reader', () => {
    expect(sentenceFor(refused(415), 'upload', 'so')).toBe('Nooca codkan lama aqbalo.');
  });
});
