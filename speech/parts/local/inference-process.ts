import { systemTimers, type Timers } from '../../process/timers.ts';
import { SpeechError } from '../../speech-error.ts';
import { createChildSlot } from './child-process.ts';
import { JobQueue } from './job-queue.ts';
import type { InferenceSettings, JobResults, ModelPart } from './protocol.ts';

type RequestOptions = { signal?: AbortSignal | undefined };

export type InferenceProcess = {
  /** Resolves once every model is loaded and warm; rejects with `ENGINE_NOT_READY` when one does not load,
   * `ENGINE_BUSY` when the machine gives no time for it. */
  readonly ready: Promise<void>;
  /** The child's process id while it lives. */
  readonly pid: number | undefined;
  /** Stretches of speech in 16 kHz mono samples. */
  detect(samples: Float32Array, options?: RequestOptions): Promise<JobResults['detect']>;
  /** Words of one stretch of speech of at most 30 s, 16 kHz mono. */
  recognise(samples: Float32Array, options?: RequestOptions): Promise<JobResults['recognise']>;
  /** English of one Somali sentence. */
  translate(sentence: string, options?: RequestOptions): Promise<JobResults['translate']>;
  /** Marks for the words of one recording. */
  punctuate(words: readonly string[], options?: RequestOptions): Promise<JobResults['punctuate']>;
  /** What a second of audio costs on this machine now. */
  measureSpeed(): Promise<JobResults['measure']>;
  /** Ends the child at once; what runs and waits fails with `TRANSCRIPTION_CANCELLED`. */
  close(): Promise<void>;
};

export type InferenceOptions = InferenceSettings & {
  timers?: Timers;
  /** Node arguments for the child beside the usual ones. */
  extraNodeArguments?: readonly string[];
};

/**
 * The parent's side of the inference child. Nothing that happens to the child reaches further than the job it was doing:
 *
 * - its exit (crash, memory, SIGKILL) → `TRANSCRIPTION_FAILED`; the next job gets a new child;
 * - a job that takes longer than its audio allows → the child is killed: `TRANSCRIPTION_TIMEOUT` when it was at work all
 *   the time, `ENGINE_BUSY` when the machine gave it none;
 * - an abort → `TRANSCRIPTION_CANCELLED` at once; a translation is asked to stop, any other job's child is killed.
 */
export function createInferenceProcess(options: InferenceOptions): InferenceProcess {
  const openSlot = (queue: JobQueue) =>
    createChildSlot({
      ...options,
      onMessage: (message) => queue.onMessage(message),
      onExit: (exit) => queue.onExit(exit),
    });
  const queue = new JobQueue(openSlot, options.timers ?? systemTimers);
  const ready = queue.ask<'load'>({ kind: 'load', parts: listParts(options) }).then(() => {}, explainUnready);
  // Whoever does not wait for it learns of a failure from their own request.
  ready.catch(() => {});
  return {
    ready,
    get pid() {
      return queue.pid;
    },
    detect: (samples, { signal } = {}) => queue.ask<'detect'>({ kind: 'detect', samples }, signal),
    recognise: (samples, { signal } = {}) => queue.ask<'recognise'>({ kind: 'recognise', samples }, signal),
    translate: (sentence, { signal } = {}) => queue.ask<'translate'>({ kind: 'translate', sentence }, signal),
    punctuate: (words, { signal } = {}) => queue.ask<'punctuate'>({ kind: 'punctuate', words }, signal),
    measureSpeed: () => queue.ask<'measure'>({ kind: 'measure' }),
    close: () => queue.close(),
  };
}

function explainUnready(cause: unknown): never {
  if (!(cause instanceof SpeechError)) throw cause;
  if (cause.code === 'TRANSCRIPTION_CANCELLED' || cause.code === 'ENGINE_BUSY') throw cause;
  throw new SpeechError('ENGINE_NOT_READY', cause.detail, { cause });
}

function listParts({ models }: InferenceSettings): ModelPart[] {
  return [
    ...(models.detectorFile === null ? [] : (['detector'] as const)),
    ...(models.recogniser === null ? [] : (['recogniser'] as const)),
    ...(models.translatorFolder === null ? [] : (['translator'] as const)),
    ...(models.punctuatorFolder === null ? [] : (['punctuator'] as const)),
  ];
}
