import type { Level } from './level-hint.ts';
import type { MicrophonePermission, RecorderError } from './recorder-state.ts';

export type RecordingHandlers = {
  /** Data has begun to arrive. */
  onSound: () => void;
  onFailed: () => void;
};

/** A microphone that is listening; good for one take, then closed. */
export type OpenMicrophone = {
  readLevel(): Level;
  startRecording(handlers: RecordingHandlers): void;
  stopRecording(): Promise<{ bytes: ArrayBuffer; mimeType: string; fileName: string }>;
  /** The device was unplugged, or the system took it away. */
  onLost(callback: () => void): void;
  /** A telephone call holds the microphone, or lets go of it. */
  onMuteChange(callback: (isMuted: boolean) => void): void;
  close(): void;
};

export type Microphone = {
  watchPermission(callback: (permission: MicrophonePermission) => void): void;
  /** Asks the person where needed; rejects with what the browser threw. */
  open(): Promise<OpenMicrophone>;
};

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
