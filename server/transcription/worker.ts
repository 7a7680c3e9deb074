import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type RecognisedTranscript, type SpeechEngine, SpeechError, type SpeechResult } from '#speech/engine.ts';
import { addSeconds, type Clock } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { retryWhileGone } from '../db/retry-while-gone.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { refundReservation } from '../ledger/store.ts';
import type { EventLog } from '../observability/event-log.ts';
import { inSpan } from '../observability/tracing.ts';
import { type Storage, StoredObjectMissing } from '../storage/storage.ts';
import { announceChange, type ChangeFeed } from './change-feed.ts';
import { createProgressWriter } from './progress-writer.ts';
import {
  beginRun,
  failTranscription,
  finishRun,
  handBackRun,
  type Run,
  readTranscription,
  saveRecognised,
  type TranscriptionRow,
} from './store.ts';

type Dependencies = {
  database: Database;
  queue: Pick<JobQueue, 'enqueue'>;
  feed: ChangeFeed;
  clock: Clock;
  storage: Storage;
  engine: SpeechEngine;
  log: EventLog;
  tempDir: string;
  observer: { observeWait(seconds: number): void; observeStage(stage: string, seconds: number): void };
};

/** Runs that a busy machine may spoil before people are told to come back later. */
const busyRuns = 3;

/** How long work waits for parts of ours that are away before its attempt goes back. */
const patienceSeconds = 3_600;

/** The engine is busy or this process is ending: the work goes back and is tried again. */
class HandedBack extends Error {}

/** Works transcriptions: from the stored upload to a committed result, or a refund. */
export function createTranscriptionWorker(dependencies: Dependencies) {
  const { database, queue, feed, clock, storage, engine, log, tempDir, observer } = dependencies;
  const running = new Map<string, AbortController>();
  let isEnding = false;

  async function transcribe(
    row: TranscriptionRow,
    uploadPath: string,
    control: AbortController,
  ): Promise<SpeechResult> {
    const writer = createProgressWriter({ database, row, onLost: () => control.abort() });
    let saving: Promise<void> = Promise.resolve();
    const saveTranscript = (recognised: RecognisedTranscript) => {
      saving = saveRecognised(database.db, row, recognised).catch(() => {
        // Saved or not, this run goes on; the saved transcript only spares a later one.
      });
    };
    try {
      return await inSpan('engine transcribe', {}, async (span) => {
        const result = await engine.transcribe(uploadPath, {
          signal: control.signal,
          onEvent: (event) => writer.note(event),
          onRecognised: saveTranscript,
          ...(row.recognised ? { resumeFrom: row.recognised } : {}),
        });
        for (const [stage, time] of Object.entries(result.timings)) span.setAttribute(`stage.${stage}.ms`, time);
        return result;
      });
    } finally {
      await Promise.all([writer.close(), saving]);
    }
  }

  async function commit(row: TranscriptionRow, result: SpeechResult, audioKey: string): Promise<void> {
    const isOurs = await retryWhileGone(() =>
      database.db.transaction(async (tx) => {
        const done = await finishRun(tx, row, { result, audioKey, at: clock.now() });
        if (done) await announceChange(tx, row.id);
        return done;
      }),
    );
    if (!isOurs) return storage.remove(audioKey);
    const stages = Object.entries(result.timings).map(([stage, milliseconds]) => [stage, milliseconds / 1000] as const);
    for (const [stage, seconds] of stages) observer.observeStage(stage, seconds);
    const workSeconds = stages.reduce((sum, [, seconds]) => sum + seconds, 0);
    log('transcription_finished', { transcription: row.id, seconds: result.durationSeconds, workSeconds });
    if (row.uploadKey) await storage.remove(row.uploadKey).catch(() => {});
  }

  /** No result, no charge. */
  async function giveUp(id: string, errorCode: string, run?: Run): Promise<void> {
    const row = await retryWhileGone(() =>
      database.db.transaction(async (tx) => {
        const before = await readTranscription(tx, id);
        const failed = await failTranscription(tx, id, { errorCode, at: clock.now() }, run);
        if (!failed) return undefined;
        if (failed.charge === 'reserved') await refundReservation(tx, failed, { reason: errorCode, at: clock.now() });
        await announceChange(tx, id);
        return before;
      }),
    );
    if (!row) return;
    log('transcription_failed', { transcription: id, code: errorCode });
    if (row.charge === 'reserved') log('attempt_refunded', { user: row.userId, reason: errorCode });
    if (row.uploadKey) await storage.remove(row.uploadKey).catch(() => {});
  }

  async function work(row: TranscriptionRow, control: AbortController): Promise<void> {
    const folder = path.join(tempDir, `run-${row.id}-${row.run}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const uploadPath = path.join(folder, 'upload');
      await storage.fetchTo(row.uploadKey ?? '', uploadPath);
      const result = await transcribe(row, uploadPath, control);
      const encodedPath = path.join(folder, 'audio.ogg');
      await engine.encodeForStorage(uploadPath, encodedPath, { signal: control.signal });
      // Each run has its own object, so that a run that lost the work never touches the winner's.
      const audioKey = `audio/${row.id}-${row.run}.ogg`;
      await storage.put(audioKey, encodedPath, 'audio/ogg');
      await commit(row, result, audioKey);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function settle(row: TranscriptionRow, error: unknown): Promise<void> {
    // A restored backup may name uploads that its store no longer had.
    const isLost = error instanceof StoredObjectMissing;
    const code = isLost ? 'TRANSCRIPTION_FAILED' : error instanceof SpeechError ? error.code : undefined;
    const isBusy = code === 'ENGINE_BUSY' && row.run < busyRuns;
    if (code === undefined || isBusy || (code === 'TRANSCRIPTION_CANCELLED' && isEnding)) {
      await handBackRun(database.db, row);
      await announceChange(database.db, row.id);
      throw new HandedBack(code ?? 'failed', { cause: error });
    }
    // Its owner deleted it, or another worker has it: nothing is left to do.
    if (code === 'TRANSCRIPTION_CANCELLED') return;
    await giveUp(row.id, code, row);
  }

  return {
    /** One job; it throws when the work should be tried again. */
    async handle({ transcriptionId }: { transcriptionId: string }): Promise<void> {
      if (isEnding) throw new HandedBack('this process is ending');
      const row = await beginRun(database.db, transcriptionId);
      if (!row) return;
      if (row.run === 1) observer.observeWait(Math.max(0, (clock.now().getTime() - row.createdAt.getTime()) / 1000));
      const control = new AbortController();
      running.set(row.id, control);
      const unsubscribe = feed.subscribeToDeletion(row.id, () => control.abort());
      try {
        await work(row, control);
      } catch (error) {
        await settle(row, error);
      } finally {
        unsubscribe();
        running.delete(row.id);
      }
    },

    /**
     * The queue has tried it often enough. Work that was handed back each time waits for a store or a database that is away,
     * and begins anew; work under which its worker died each time is given up.
     */
    async giveUp({ transcriptionId }: { transcriptionId: string }): Promise<void> {
      const row = await readTranscription(database.db, transcriptionId);
      const isWaiting = row?.state === 'queued' && row.createdAt > addSeconds(clock.now(), -patienceSeconds);
      if (isWaiting) await queue.enqueue(database.db, 'transcribe', { transcriptionId }, row.turn);
      else await giveUp(transcriptionId, 'TRANSCRIPTION_FAILED');
    },

    /** Hands running work back. */
    end(): void {
      isEnding = true;
      for (const control of running.values()) control.abort();
    },
  };
}
