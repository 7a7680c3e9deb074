import { systemTimers, type Timers } from '../../process/timers.ts';
import { SpeechError } from '../../speech-error.ts';
import { type Input, type Output, type PartName, partNames, parts } from '../parts.ts';
import { type ChildExit, type ChildSlot, createChildSlot } from './child-process.ts';
import type { InferenceSettings, Job, JobResult, MessageFromChild, PartJob } from './protocol.ts';

/** Reading a gigabyte of weights from a cold, slow disk; a job may have to wait for it when its model is not loaded yet. */
const loadMilliseconds = 120_000;

const limitOf = <P extends PartName>({ part, input }: PartJob<P>) => parts[part].limitMilliseconds(input);

/** After this its process is ended: for hanging where it computed most of that time, else as given no time. */
export function limitMilliseconds(job: Job): number {
  if (job.kind === 'load') return loadMilliseconds * job.parts.length;
  return loadMilliseconds + limitOf(job);
}

/** A process that has computed for less than this share of a limit was not at work: the machine was busy with others. */
const workingShare = 0.5;

export function isStarved(cpuMilliseconds: number | undefined, limit: number): boolean {
  return cpuMilliseconds === undefined || cpuMilliseconds < workingShare * limit;
}

type Request = {
  id: number;
  job: Job;
  /** It waits behind all others, and stops for one that comes. */
  isPatient: boolean;
  crashes: number;
  resolve: (value: JobResult) => void;
  reject: (error: unknown) => void;
};

/** A job whose child was killed or crashed is done once more: most of what kills a child is not of the job. */
const maxCrashes = 1;

/** So long a patient job lets others pass; then it has its turn, so that a long recording does not starve it. */
const patienceMilliseconds = 10_000;

type Current = { request: Request; stopWatch: () => void; isGivingWay: boolean };

/** A job that should look at its signal between two steps and has not within this time is ended by force. */
const cancelGraceMilliseconds = 1_000;

export type InferenceOptions = InferenceSettings & {
  timers?: Timers;
  extraNodeArguments?: readonly string[];
};

/**
 *     const inference = new InferenceProcess({ models, threads: 2 });
 *     await inference.ready;
 *     const { text } = await inference.run('translator', 'Subax wanaagsan.');
 *     await inference.close();
 *
 * The parent's side of the inference process. Jobs are done one at a time in the order of asking, patient ones last; those
 * that wait live here and outlive any child. Nothing that happens to the child reaches further than the job it was doing:
 *
 * - its exit (crash, memory, SIGKILL) → the job is done again by a new child, once; then `TRANSCRIPTION_FAILED`;
 * - a job that takes longer than its audio allows → the child is killed: `TRANSCRIPTION_TIMEOUT` when it was at work all
 *   the time, `ENGINE_BUSY` when the machine gave it none;
 * - an abort → `TRANSCRIPTION_CANCELLED` at once; a translation is asked to stop, any other job's child is killed.
 */
export class InferenceProcess {
  /** When every model is loaded and warm; rejects with `ENGINE_NOT_READY`, or `ENGINE_BUSY` where time is lacking. */
  readonly ready: Promise<void>;
  readonly #slot: ChildSlot;
  readonly #timers: Timers;
  readonly #waiting: Request[] = [];
  #current: Current | undefined;
  #isClosed = false;
  #nextId = 1;

  constructor({ timers = systemTimers, ...options }: InferenceOptions) {
    this.#timers = timers;
    this.#slot = createChildSlot({
      ...options,
      onMessage: (message) => this.#onMessage(message),
      onExit: (exit) => this.#onExit(exit),
    });
    const loaded = partNames.filter((part) => options.models[part]);
    this.ready = this.#ask({ kind: 'load', parts: loaded }).then(() => {}, explainUnready);
    // Callers that do not wait for it learn of a failure from their own request.
    this.ready.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#slot.pid;
  }

  /**
   * Gives one input to a part: `run('recogniser', samples, signal)`. `isPatient`: all others go first, for a while; only of
   * a part that is cancellable.
   * @throws {SpeechError} `ENGINE_NOT_READY` for a part that has no model here, else as said above.
   */
  run<P extends PartName>(part: P, input: Input<P>, signal?: AbortSignal, isPatient = false): Promise<Output<P>> {
    // The process answers a job with what the table says that its part gives.
    return this.#ask({ kind: 'run', part, input } as Job, signal, isPatient) as Promise<Output<P>>;
  }

  #ask(job: Job, signal?: AbortSignal, isPatient = false): Promise<JobResult> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const request: Request = { id: this.#nextId++, job, isPatient, crashes: 0, resolve, reject };
    const endPatience = () => {
      request.isPatient = false;
    };
    const stopWatch = isPatient ? this.#timers.after(patienceMilliseconds, endPatience) : undefined;
    const onAbort = () => this.#abandon(request);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(request);
    if (!isPatient) this.#makeRoom();
    this.#advance();
    return promise.finally(() => {
      stopWatch?.();
      signal?.removeEventListener('abort', onAbort);
    });
  }

  #makeRoom(): void {
    if (!this.#current?.request.isPatient || this.#current.isGivingWay) return;
    this.#current.isGivingWay = true;
    this.#slot.send({ type: 'cancel', id: this.#current.request.id });
  }

  #advance(): void {
    if (this.#isClosed || this.#current) return;
    const firstInTurn = this.#waiting.findIndex(({ isPatient }) => !isPatient);
    const [request] = this.#waiting.splice(Math.max(0, firstInTurn), 1);
    if (!request) return;
    const limit = limitMilliseconds(request.job);
    const cpuBefore = this.#slot.readCpuMilliseconds() ?? 0;
    const end = () => {
      const cpuAfter = this.#slot.readCpuMilliseconds();
      const code = isStarved(cpuAfter && cpuAfter - cpuBefore, limit) ? 'ENGINE_BUSY' : 'TRANSCRIPTION_TIMEOUT';
      this.#slot.kill(new SpeechError(code, `no answer in ${Math.round(limit / 1000)} s`));
    };
    this.#current = { request, stopWatch: this.#timers.after(limit, end), isGivingWay: false };
    this.#slot.send({ type: 'job', id: request.id, job: request.job });
  }

  #onMessage(message: MessageFromChild): void {
    if (this.#current?.request.id !== message.id) return;
    const { request, stopWatch, isGivingWay } = this.#current;
    stopWatch();
    this.#current = undefined;
    if (message.type === 'result') request.resolve(message.value);
    else if (isGivingWay && message.code === 'TRANSCRIPTION_CANCELLED') this.#waiting.unshift(request);
    else request.reject(new SpeechError(message.code, message.detail));
    this.#advance();
  }

  /** The child is gone: its job begins again where the end was not asked for, else fails; the next one gets a new child. */
  #onExit({ reason, detail }: ChildExit): void {
    const lost = this.#current;
    this.#current = undefined;
    lost?.stopWatch();
    if (lost) this.#settleLost(lost.request, reason ?? new SpeechError('TRANSCRIPTION_FAILED', detail));
    this.#advance();
  }

  #settleLost(request: Request, error: SpeechError): void {
    const isAgain = error.code === 'TRANSCRIPTION_FAILED' && request.crashes < maxCrashes;
    request.crashes += 1;
    if (isAgain && !this.#isClosed) this.#waiting.unshift(request);
    else request.reject(error);
  }

  #abandon(request: Request): void {
    const cancelled = new SpeechError('TRANSCRIPTION_CANCELLED');
    const at = this.#waiting.indexOf(request);
    if (at >= 0) this.#waiting.splice(at, 1);
    request.reject(cancelled);
    if (this.#current?.request !== request) return;
    this.#current.stopWatch();
    this.#current.isGivingWay = false;
    const end = () => this.#slot.kill(cancelled);
    if (request.job.kind === 'run' && parts[request.job.part].isCancellable) {
      this.#slot.send({ type: 'cancel', id: request.id });
      this.#current.stopWatch = this.#timers.after(cancelGraceMilliseconds, end);
    } else {
      end();
    }
  }

  /** Ends the process at once; what runs and waits fails with `TRANSCRIPTION_CANCELLED`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const cancelled = new SpeechError('TRANSCRIPTION_CANCELLED', 'the engine is closing');
    for (const request of this.#waiting.splice(0)) request.reject(cancelled);
    await this.#slot.close(cancelled);
  }
}

function explainUnready(cause: unknown): never {
  if (!(cause instanceof SpeechError)) throw cause;
  if (cause.code === 'TRANSCRIPTION_CANCELLED' || cause.code === 'ENGINE_BUSY') throw cause;
  throw new SpeechError('ENGINE_NOT_READY', cause.detail, { cause });
}
