// What the server's process and the inference child say to each other, over the fork's channel.
import type { SpeechSpan } from '../../audio/detect/speech-spans.ts';
import type { SpeechErrorCode } from '../../speech-error.ts';
import type { Punctuation } from '../ports.ts';
import type { LanguageFiles, Recognition } from '../recogniser/recogniser.ts';
import type { Translation } from '../translator/translator.ts';

export type ModelPart = 'detector' | 'recogniser' | 'translator' | 'punctuator';

/** Files of the models that answer; `null` where that part is done elsewhere. */
export type InferenceModels = {
  /** Silero's graph. */
  detectorFile: string | null;
  recogniser: ({ graphFile: string } & LanguageFiles) | null;
  /** A folder in the layout of the published NLLB exports. */
  translatorFolder: string | null;
  /** A folder in the layout of punct_cap_seg_47_language. */
  punctuatorFolder: string | null;
};

export type InferenceSettings = { models: InferenceModels; threads: number };

/** Samples are 16 kHz mono in −1…1. */
export type Job =
  | { kind: 'load'; parts: readonly ModelPart[] }
  | { kind: 'detect'; samples: Float32Array }
  | { kind: 'recognise'; samples: Float32Array }
  | { kind: 'translate'; sentence: string }
  | { kind: 'punctuate'; words: readonly string[] }
  | { kind: 'measure' };

/** What a piece of work took: time on the clock, and processor time of all threads together. */
export type Effort = { wallSeconds: number; cpuSeconds: number };

/** Efforts for one second of audio each; `null` where that part is done elsewhere. */
export type MeasuredSpeed = { recognition: Effort | null; translation: Effort | null };

export type JobResults = {
  load: { parts: readonly ModelPart[] };
  detect: SpeechSpan[];
  recognise: Recognition;
  translate: Translation;
  punctuate: Punctuation;
  measure: MeasuredSpeed;
};

/** `configure` comes first and once; jobs come one at a time; `cancel` names the running one. */
export type MessageToChild =
  | { type: 'configure'; settings: InferenceSettings }
  | { type: 'job'; id: number; job: Job }
  | { type: 'cancel'; id: number };

/** Exactly one for each job. */
export type MessageFromChild =
  | { type: 'result'; id: number; value: JobResults[Job['kind']] }
  | { type: 'failure'; id: number; code: SpeechErrorCode; detail: string };
