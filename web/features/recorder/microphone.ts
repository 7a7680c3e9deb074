import type { Level } from './level-hint.ts';
import type { MicrophonePermission } from './recorder-state.ts';

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
