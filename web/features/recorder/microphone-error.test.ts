import { expect, it } from 'vitest';
import { formatSentence } from '#shared/errors/format-sentence.ts';
import { describeMicrophoneError } from './microphone.ts';

// Spec §8, microphone.
it.each([
  ['NotAllowedError', 'Microphone access denied'],
  ['SecurityError', 'Microphone access denied'],
  ['NotFoundError', 'No microphone found. Please connect a microphone and try again.'],
  ['NotReadableError', 'Microphone is already in use by another application.'],
  ['AbortError', 'Microphone is already in use by another application.'],
])('%s → %s', (name, sentence) => {
  const { error, isDenied } = describeMicrophoneError(new DOMException('detail', name));
  expect(formatSentence(error.key, 'en', error.values)).toBe(sentence);
  expect(isDenied).toBe(sentence === 'Microphone access denied');
});

it('names any other failure, and an unknown one', () => {
  const other = describeMicrophoneError(new TypeError('odd constraint')).error;
  expect(formatSentence(other.key, 'en', other.values)).toBe('Recording error: odd constraint');
  const unknown = describeMicrophoneError('?').error;
  expect(formatSentence(unknown.key, 'en')).toBe('Could not access microphone. Please check permissions.');
});

it('says that an insecure page is the reason', () => {
  expect(describeMicrophoneError(new DOMException('', 'InsecureContextError')).error.key).toBe('MICROPHONE_INSECURE');
});
