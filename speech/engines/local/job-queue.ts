import type { Timers } from '../../processes/timers.ts';
import { SpeechError } from '../../speech-error.ts';
import type { ChildExit, ChildSlot } from './child-slot.ts';
import { backoffMilliseconds, isStarved, limitMilliseconds } from './job-limits.ts';
import type { Job, JobResults, MessageFromChild } from './protocol.ts';

type Request = {
  id: number;
  job: Job;
  resolve: (value: JobResults[Job['kind']]) => void;
  reject: (error: unknown) => void;
  /** Forgets the caller's signal. */
  release: () => void;
  isSettled: boolean;
};

/** A translation looks at its signal between two steps; one that has not within this time is ended by force. */
const cancelGraceMilliseconds = 1_000;

function settle(request: Request, finish: () => void): void {
  if (request.isSettled) return;
  request.isSettled = true;
  request.release();
  finish();
}

/** Jobs for the child, one at a time in the order of asking. Those that wait live here and outlive any child. */
export class JobQueue {
  readonly #slot: ChildSlot;
  readonly #timers: Timers;
  readonly #waiting: Request[] = [];
  #current: { request: Request; stopWatch: () => void } | undefined;
  /** Ends the pause before a restart; absent while jobs move on. */
  #cancelBackoff: (() => void) | undefined;
  #exitsInARow = 0;
  #isClosed = false;
  #nextId = 1;

  constructor(openSlot: (queue: JobQueue) => ChildSlot, timers: Timers) {
    this.#timers = timers;
    this.#slot = openSlot(this);
  }

  get pid(): number | undefined {
    return this.#slot.pid;
  }

  ask<K extends Job['kind']>(job: Extract<Job, { kind: K }>, signal?: AbortSignal): Promise<JobResults[K]> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#abandon(request);
      const release = () => signal?.removeEventListener('abort', onAbort);
      const take = resolve as (value: JobResults[Job['kind']]) => void;
      const request: Request = { id: this.#nextId++, job, resolve: take, reject, release, isSettled: false };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(request);
      this.#advance();
    });
  }

  #advance(): void {
    if (this.#isClosed || this.#cancelBackoff || this.#current) return;
    const request = this.#waiting.shift();
    if (!request) return;
    const limit = limitMilliseconds(request.job);
    const cpuBefore = this.#slot.readCpuMilliseconds() ?? 0;
    const end = () => {
      const cpuAfter = this.#slot.readCpuMilliseconds();
      const code = isStarved(cpuAfter && cpuAfter - cpuBefore, limit) ? 'ENGINE_BUSY' : 'TRANSCRIPTION_TIMEOUT';
      this.#slot.kill(new SpeechError(code, `no answer in ${Math.round(limit / 1000)} s`));
    };
    this.#current = { request, stopWatch: this.#timers.after(limit, end) };
    this.#slot.send({ type: 'job', id: request.id, job: request.job });
  }

  onMessage(message: MessageFromChild): void {
    if (this.#current?.request.id !== message.id) return;
    const { request, stopWatch } = this.#current;
    stopWatch();
    this.#current = undefined;
    this.#exitsInARow = 0;
    settle(request, () => {
      if (message.type === 'result') request.resolve(message.value);
      else request.reject(new SpeechError(message.code, message.detail));
    });
    this.#advance();
  }

  /** The child is gone: its job fails, the next one gets a new child, after a pause when exits repeat themselves. */
  onExit({ reason, detail }: ChildExit): void {
    const lost = this.#current;
    this.#current = undefined;
    lost?.stopWatch();
    if (lost)
      settle(lost.request, () => lost.request.reject(reason ?? new SpeechError('TRANSCRIPTION_FAILED', detail)));
    // A child that we ended because nobody wanted its answer is no sign of a sick one.
    if (reason?.code !== 'TRANSCRIPTION_CANCELLED') this.#exitsInARow += 1;
    const pause = backoffMilliseconds(this.#exitsInARow);
    const resume = () => {
      this.#cancelBackoff = undefined;
      this.#advance();
    };
    if (this.#isClosed || pause === 0) resume();
    else this.#cancelBackoff = this.#timers.after(pause, resume);
  }

  #abandon(request: Request): void {
    const cancelled = new SpeechError('TRANSCRIPTION_CANCELLED');
    const at = this.#waiting.indexOf(request);
    if (at >= 0) this.#waiting.splice(at, 1);
    settle(request, () => request.reject(cancelled));
    if (this.#current?.request !== request) return;
    this.#current.stopWatch();
    const end = () => this.#slot.kill(cancelled);
    if (request.job.kind === 'translate') {
      this.#slot.send({ type: 'cancel', id: request.id });
      this.#current.stopWatch = this.#timers.after(cancelGraceMilliseconds, end);
    } else {
      end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelBackoff?.();
    const cancelled = new SpeechError('TRANSCRIPTION_CANCELLED', 'the engine is closing');
    for (const request of this.#waiting.splice(0)) settle(request, () => request.reject(cancelled));
    await this.#slot.close(cancelled);
  }
}
