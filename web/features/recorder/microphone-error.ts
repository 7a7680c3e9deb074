import type { RecorderError } from './recorder-state.ts';

/** Spec §8, microphone: what `getUserMedia` threw, as a sentence; older browsers' names count too. */
export function describeMicrophoneError(thrown: unknown): { error: RecorderError; isDenied: boolean } {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  switch (name) {
    case 'InsecureContextError':
      return { error: { key: 'MICROPHONE_INSECURE' }, isDenied: false };
    case 'NotAllowedError':
    case 'PermissionDeniedError':
    case 'SecurityError':
      return { error: { key: 'MICROPHONE_DENIED' }, isDenied: true };
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return { error: { key: 'MICROPHONE_NOT_FOUND' }, isDenied: false };
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return { error: { key: 'MICROPHONE_IN_USE' }, isDenied: false };
  }
  const message = thrown instanceof Error ? thrown.message : '';
  if (message !== '') return { error: { key: 'MICROPHONE_OTHER', values: { message } }, isDenied: false };
  return { error: { key: 'MICROPHONE_UNKNOWN' }, isDenied: false };
}
