import type { EngineDescription } from '#shared/contract/transcription.ts';
import type { RecognisedTranscript, SpeechResult } from './result.ts';
import { SpeechError } from './speech-error.ts';

export type { RecognisedTranscript, SpeechResult, StageTimings } from './result.ts';
// biome-ignore lint/performance/noBarrelFile: the port is the one door to this library; its errors belong to it.
export { SpeechError, type SpeechErrorCode } from './speech-error.ts';

/** What the engine tells while it works, in this order; `recognition` and `translation` come once per segment. */
export type SpeechEvent =
  | { stage: 'queued'; position: number }
  | { stage: 'audio'; durationSeconds: number; speechSeconds: number }
  | { stage: 'recognition'; text: string; progress: number }
  | { stage: 'enhancement'; text: string }
  | { stage: 'translation'; text: string; progress: number };

export type TranscribeOptions = {
  /** Ends the work at once, decode and inference included; the promise rejects with `TRANSCRIPTION_CANCELLED`. */
  signal?: AbortSignal;
  /** `progress` runs from 0 to 1 within its stage; `text` is all the text of that stage so far. */
  onEvent?: (event: SpeechEvent) => void;
  /** A transcript saved from an earlier try: decoding and recognition are skipped. */
  resumeFrom?: RecognisedTranscript;
  /** Called once recognition and enhancement are done, before translation begins: the moment to save a transcript. */
  onRecognised?: (transcript: RecognisedTranscript) => void;
};

export type SpeechEngineState = {
  state: 'starting' | 'downloading' | 'ready' | 'failed';
  /** `null` until it is known which models will answer. */
  description: EngineDescription | null;
  downloadedBytes: number;
  totalBytes: number;
  /** Recordings running and waiting. */
  running: number;
  waiting: number;
};

/** Speech in, Somali text and English out. One engine a process; its methods may be called concurrently. */
export type SpeechEngine = {
  /** Longest recording accepted, in seconds; longer ones fail with `AUDIO_TOO_LONG` before recognition. */
  readonly maxAudioSeconds: number;
  /**
   * Runs the pipeline on an audio file of any accepted container.
   * @throws {SpeechError} `QUEUE_FULL` and `ENGINE_NOT_READY` at once; the others as the work meets them.
   */
  transcribe(audioPath: string, options?: TranscribeOptions): Promise<SpeechResult>;
  /**
   * Re-encodes a recording for storage: OGG/Opus, 16 kHz mono, about 24 kbit/s, without any of the original's metadata.
   * @throws {SpeechError} as `transcribe` does for audio that cannot be read.
   */
  encodeForStorage(
    audioPath: string,
    outputPath: string,
    options?: { signal?: AbortSignal },
  ): Promise<{ bytes: number; durationSeconds: number }>;
  getState(): SpeechEngineState;
  /** Ends running work with `TRANSCRIPTION_CANCELLED` and every child process. */
  close(): Promise<void>;
};

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
      waiting: 0,
    }),
    close: () => Promise.resolve(),
  };
}
