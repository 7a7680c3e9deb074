import { mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import {
  type RecognisedTranscript,
  type SpeechEngine,
  SpeechError,
  type SpeechEvent,
  type SpeechResult,
} from '#speech/engine.ts';
import type { Basis } from '../basis.ts';
import { addSeconds } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { retryWhileGone } from '../db/database-errors.ts';
import type { Progress } from '../db/schema.ts';
import { announceWork } from '../jobs/work-signal.ts';
import { processEnds } from '../jobs/worker-pool.ts';
import { forgiveCharge, refundReservation } from '../ledger/store.ts';
import { nameError } from '../observability/describe-error.ts';
import { type Storage, StoredObjectMissing } from '../storage/storage.ts';
import * as runs from './run-store.ts';
import { lockUser, type TranscriptionRow } from './store.ts';
import { announceChange, type ChangeFeed } from './watch-transcription.ts';

/** Readers see text grow at this pace; the engine may tell more often. */
const writeEveryMilliseconds = 250;

/** Writes the engine's events to the row, the latest of each stage, a few times a second. */
function createProgressWriter({ db }: Database, row: runs.Run) {
  let progress: Progress = {};
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    try {
      if (await runs.saveProgress(db, row, progress)) await announceChange(db, row.id);
    } catch {
      // Progress is for the eye; the result is written with more care.
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
  }

  return {
    note(event: SpeechEvent): void {
      progress = { ...progress, [event.stage]: event };
      timer ??= setTimeout(flush, writeEveryMilliseconds);
    },
    async close(): Promise<void> {
      if (timer) flush();
      await writing;
    },
  };
}

type Dependencies = Basis & {
  feed: ChangeFeed;
  storage: Storage;
  engine: SpeechEngine;
  tempDir: string;
  /** The store has to be looked at where it lacks what a row names. */
  storageWatch: { recheck(): void };
  metrics: { observeWait(seconds: number): void; observeStage(stage: string, seconds: number): void };
};

/** Runs that a busy machine may spoil before people are told to come back later. */
const busyRuns = 3;

/** Workers that may die under a recording before it is held to be the cause. */
const maxDeaths = 8;

/** How long work waits for parts of ours that are away before its attempt goes back. */
const maxQueueAgeSeconds = 3_600;

/** Growing pauses between tries. */
const pauseAfter = ({ run }: TranscriptionRow): number => Math.min(10, 2 ** (run - 1));

/** Works transcriptions: from the stored upload to a committed result, or a refund. */
export function createTranscriptionWorker(dependencies: Dependencies) {
  const { database, feed, clock, storage, engine, log, tempDir, storageWatch, metrics } = dependencies;

  async function transcribe(row: TranscriptionRow, uploadPath: string, signal: AbortSignal): Promise<SpeechResult> {
    const writer = createProgressWriter(database, row);
    let saving: Promise<unknown> = Promise.resolve();
    const saveTranscript = (recognised: RecognisedTranscript) => {
      saving = runs.saveRecognised(database.db, row, recognised).catch(() => {
        // Saved or not, this run goes on; the saved transcript only spares a later one.
      });
    };
    try {
      return await engine.transcribe(uploadPath, {
        signal,
        onEvent: writer.note,
        onRecognised: saveTranscript,
        acceptsAnyLanguage: row.anyLanguage,
        ...(row.recognised ? { resumeFrom: row.recognised } : {}),
      });
    } finally {
      await Promise.all([writer.close(), saving]);
    }
  }

  async function commit(row: TranscriptionRow, result: SpeechResult, audioKey: string): Promise<void> {
    const reason = result.warnings.find((warning) => warning === 'NOT_UNDERSTOOD');
    let isForgiven = false;
    const isOurs = await retryWhileGone(() =>
      database.db.transaction(async (tx) => {
        if (reason) await lockUser(tx, row.userId);
        const at = clock.now();
        const done = await runs.finishRun(tx, row, { result, audioKey, at });
        isForgiven = done && reason !== undefined && (await forgiveCharge(tx, row, { reason, at }));
        if (done) await announceChange(tx, row.id);
        return done;
      }),
    );
    if (!isOurs) return storage.remove(audioKey);
    if (isForgiven) log('attempt_refunded', { user: row.userId, reason });
    const stages = Object.entries(result.timings).map(([stage, milliseconds]) => [stage, milliseconds / 1000] as const);
    for (const [stage, seconds] of stages) metrics.observeStage(stage, seconds);
    const workSeconds = stages.reduce((sum, [, seconds]) => sum + seconds, 0);
    log('transcription_finished', { transcription: row.id, seconds: result.durationSeconds, workSeconds });
    if (row.uploadKey) await storage.remove(row.uploadKey).catch(() => {});
  }

  /** No result, no charge. */
  async function fail(row: TranscriptionRow, errorCode: string): Promise<void> {
    const at = clock.now();
    // Its owner may say that it is to be shown all the same: then it does not travel again.
    const keepsUpload = errorCode === 'NOT_SOMALI';
    const failed = await retryWhileGone(() =>
      database.db.transaction(async (tx) => {
        await lockUser(tx, row.userId);
        const ended = await runs.failRun(tx, row, { errorCode, at, keepsUpload });
        if (ended?.charge === 'reserved') await refundReservation(tx, ended, { reason: errorCode, at });
        if (ended) await announceChange(tx, row.id);
        return ended;
      }),
    );
    if (!failed) return;
    log('transcription_failed', { transcription: row.id, code: errorCode });
    if (failed.charge === 'reserved') log('attempt_refunded', { user: row.userId, reason: errorCode });
    if (row.uploadKey && !keepsUpload) await storage.remove(row.uploadKey).catch(() => {});
  }

  /** Back into the queue: the engine is busy, a part of ours is away or this process is ending. */
  async function requeue(row: TranscriptionRow, pauseSeconds: number, reason: string): Promise<void> {
    log('transcription_requeued', { transcription: row.id, run: row.run, reason });
    await runs.requeueRun(database.db, row, pauseSeconds);
    await announceChange(database.db, row.id);
    if (pauseSeconds === 0) await announceWork(database.db, 'transcribe');
  }

  const folderOf = ({ id, run }: runs.Run) => path.join(tempDir, `run-${id}-${run}`);

  async function work(row: TranscriptionRow, signal: AbortSignal): Promise<void> {
    const folder = folderOf(row);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const uploadPath = path.join(folder, 'upload');
      await storage.fetchTo(row.uploadKey ?? '', uploadPath);
      const result = await transcribe(row, uploadPath, signal);
      const encodedPath = path.join(folder, 'audio.ogg');
      await engine.encodeForStorage(uploadPath, encodedPath, { signal, maxSeconds: result.durationSeconds });
      // Each run has its own object, so that a run that lost the work never touches the winner's.
      const audioKey = `audio/${row.id}-${row.run}.ogg`;
      await storage.put(audioKey, encodedPath, 'audio/ogg');
      await commit(row, result, audioKey);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function settle(row: TranscriptionRow, error: unknown, signal: AbortSignal): Promise<void> {
    // A restored backup may name uploads that its store no longer had; a worker may have another disk than the web process.
    if (error instanceof StoredObjectMissing) {
      log('upload_missing', { transcription: row.id, run: row.run });
      storageWatch.recheck();
      return fail(row, 'TRANSCRIPTION_FAILED');
    }
    const code = error instanceof SpeechError ? error.code : undefined;
    if (code === 'TRANSCRIPTION_CANCELLED') {
      if (signal.reason === processEnds) await requeue(row, 0, 'this process ends');
      // Else its owner deleted it, or another worker has it: nothing is left to do.
      return;
    }
    // Models that do not load here may have loaded elsewhere.
    const mayPass = code === 'ENGINE_NOT_READY' || (code === 'ENGINE_BUSY' && row.run < busyRuns);
    if (code !== undefined && !mayPass) return fail(row, code);
    const isTooOld = row.createdAt <= addSeconds(clock.now(), -maxQueueAgeSeconds);
    if (isTooOld) await fail(row, code ?? 'TRANSCRIPTION_FAILED');
    else await requeue(row, pauseAfter(row), code ?? nameError(error));
  }

  return {
    claim: () => runs.claimRun(database.db),
    async hold(row: TranscriptionRow): Promise<boolean> {
      // The clean-up takes what nobody has touched for an hour; a long recording takes longer.
      await utimes(folderOf(row), clock.now(), clock.now()).catch(() => {});
      return runs.keepRun(database.db, row);
    },

    /** Ends the run with a result or a refund, or puts the work back. */
    async handle(row: TranscriptionRow, isOver: AbortSignal): Promise<void> {
      if (isOver.reason === processEnds) return requeue(row, 0, 'this process ends');
      if (row.deaths > maxDeaths) return fail(row, 'TRANSCRIPTION_FAILED');
      if (row.run === 1) metrics.observeWait(Math.max(0, (clock.now().getTime() - row.createdAt.getTime()) / 1000));
      const deleted = new AbortController();
      const unsubscribe = feed.subscribeToDeletion(row.id, () => deleted.abort());
      const signal = AbortSignal.any([isOver, deleted.signal]);
      try {
        await work(row, signal);
      } catch (error) {
        await settle(row, error, signal);
      } finally {
        unsubscribe();
      }
    },
  };
}
