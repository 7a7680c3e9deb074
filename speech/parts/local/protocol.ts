// What the server's process and the inference process say to each other, over the fork's channel.
import type { SpeechErrorCode } from '../../speech-error.ts';
import type { Input, Output, PartModels, PartName } from '../parts.ts';

/** Told to the inference process as its only argument, in JSON. */
export type InferenceSettings = {
  models: PartModels;
  threads: number;
};

export type PartJob<P extends PartName = PartName> = { [Q in P]: { kind: 'run'; part: Q; input: Input<Q> } }[P];

export type Job = { kind: 'load'; parts: readonly PartName[] } | PartJob;

export type JobResult = Output<PartName> | null;

/** Jobs come one at a time; `cancel` names the running one. */
export type MessageToChild = { type: 'job'; id: number; job: Job } | { type: 'cancel'; id: number };

export type MessageFromChild =
  | { type: 'result'; id: number; value: JobResult }
  | { type: 'failure'; id: number; code: SpeechErrorCode; detail: string };
