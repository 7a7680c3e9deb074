import { systemTimers, type Timers } from '../../process/timers.ts';
import { SpeechError } from '../../speech-error.ts';
import { type Input, type Output, type PartName, partNames } from '../parts.ts';
import { createChildSlot } from './child-process.ts';
import { JobQueue } from './job-queue.ts';
import type { InferenceSettings, Job, MeasuredSpeed } from './protocol.ts';

export type InferenceProcess = {
  /** Resolves once every model is loaded and warm; rejects with `ENGINE_NOT_READY` when one does not load,
   * `ENGINE_BUSY` when the machine gives no time for it. */
  readonly ready: Promise<void>;
  /** The process's id while it lives. */
  readonly pid: number | undefined;
  /**
   * Gives one input to a part: `run('recogniser', samples, signal)`.
   * @throws {SpeechError} `ENGINE_NOT_READY` for a part that has no model here, else as said above.
   */
  run<P extends PartName>(part: P, input: Input<P>, signal?: AbortSignal): Promise<Output<P>>;
  /** What a second of audio costs on this machine now. */
  measureSpeed(): Promise<MeasuredSpeed>;
  /** Ends the process at once; what runs and waits fails with `TRANSCRIPTION_CANCELLED`. */
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
  const loaded = partNames.filter((part) => options.models[part] !== null);
  const ready = queue.ask({ kind: 'load', parts: loaded }).then(() => {}, explainUnready);
  // Whoever does not wait for it learns of a failure from their own request.
  ready.catch(() => {});
  return {
    ready,
    get pid() {
      return queue.pid;
    },
    // The process answers a job with what the table says that its part gives.
    run: <P extends PartName>(part: P, input: Input<P>, signal?: AbortSignal) =>
      queue.ask({ kind: 'run', part, input } as Job, signal) as Promise<Output<P>>,
    measureSpeed: () => queue.ask({ kind: 'measure' }) as Promise<MeasuredSpeed>,
    close: () => queue.close(),
  };
}

function explainUnready(cause: unknown): never {
  if (!(cause instanceof SpeechError)) throw cause;
  if (cause.code === 'TRANSCRIPTION_CANCELLED' || cause.code === 'ENGINE_BUSY') throw cause;
  throw new SpeechError('ENGINE_NOT_READY', cause.detail, { cause });
}
