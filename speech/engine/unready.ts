import { SpeechError } from '../speech-error.ts';
import type { SpeechEngine } from './port.ts';

/** An engine that is not there yet: what the service answers with until models are loaded. */
export function createUnreadyEngine(maxAudioSeconds: number): SpeechEngine {
  const refuse = () => Promise.reject(new SpeechError('ENGINE_NOT_READY'));
  return {
    maxAudioSeconds,
    transcribe: refuse,
    encodeForStorage: refuse,
    getState: () => ({
      state: 'starting',
      description: null,
      downloadedBytes: 0,
      totalBytes: 0,
      running: 0,
    }),
    close: () => Promise.resolve(),
  };
}
