import type { Db } from '../db/database.ts';

/** Every kind of job and what it carries. */
export type Jobs = {
  'send-mail': { mailId: string };
  transcribe: { transcriptionId: string };
  /** A transcription whose worker died too often. */
  'transcribe-given-up': { transcriptionId: string };
};

export type JobName = keyof Jobs;

/** Durable jobs in the same database as the rows they are about. */
export type JobQueue = {
  /** Part of the caller's transaction: the job exists exactly when the rows do. Jobs of a lower turn go first. */
  enqueue<N extends JobName>(tx: Db, name: N, data: Jobs[N], turn?: number): Promise<void>;
  /** A handler that throws is called again later, with growing pauses. */
  work<N extends JobName>(name: N, concurrency: number, handle: (data: Jobs[N]) => Promise<void>): Promise<void>;
  isAlive(): boolean;
  /** Lets running handlers end; those that have not after `graceSeconds` are handed back. */
  stop(graceSeconds: number): Promise<void>;
};
