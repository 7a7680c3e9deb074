import { expect, it } from 'vitest';
import sentences from '#shared/errors/en.json';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { describeMicrophoneError } from './microphone.ts';

// Spec §8, microphone.
it.each([
  ['NotAllowedError', 'Microphone access denied'],
  ['SecurityError', 'Microphone access denied'],
  ['NotFoundError', 'No microphone found. Please connect a microphone and try again.'],
  ['NotReadableError', 'Microphone is already in use by another application.'],
  ['AbortError', 'Microphone is already in use by another application.'],
])('%s → %s', (name, sentence) => {
  const error = describeMicrophoneError(new DOMException('detail', name));
  expect(fillPlaces(sentences[error.key], error.values)).toBe(sentence);
});

it('names any other failure, and an unknown one', () => {
  const other = describeMicrophoneError(new TypeError('odd constraint'));
  expect(fillPlaces(sentences[other.key], other.values)).toBe('Recording error: odd constraint');
  const unknown = describeMicrophoneError('?');
  expect(sentences[unknown.key]).toBe('Could not access microphone. Please check permissions.');
});

it('says that an insecure page is the reason', () => {
  expect(describeMicrophoneError(new DOMException('', 'InsecureContextError')).key).toBe('MICROPHONE_INSECURE');
});
