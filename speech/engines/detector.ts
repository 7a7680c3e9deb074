import type { SpeechSpan } from '../audio/speech-spans.ts';

/** The port of speech detection. */
export type Detector = {
  /** Stretches of speech in 16 kHz mono samples: in order, not overlapping. */
  detect(samples: Float32Array, signal?: AbortSignal): Promise<SpeechSpan[]>;
};
