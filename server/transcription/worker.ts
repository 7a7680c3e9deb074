import { existsSync } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { longFromSeconds, maxAudioSeconds } from '#shared/limits.ts';
import {
  type SavedPart,
  type SpeechEngine,
  SpeechError,
  type SpeechErrorCode,
  type SpeechEvent,
  type SpeechResult,
} from '#speech/engine.ts';
import { findMailRecipient, readOwnWords } from '../accounts/store.ts';
import type { Config } from '../config/config.ts';
import { addSeconds } from '../core/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { retryWhileGone } from '../db/database-errors.ts';
import type { Progress } from '../db/schema.ts';
import { announceWork } from '../jobs/work-signal.ts';
import { crowded, type Place, processEnds } from '../jobs/worker-pool.ts';
import { forgiveCharge, refundReservation } from '../ledger/store.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Outbox } from '../mail/outbox.ts';
import { nameError } from '../observability/describe-error.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Storage, StoredObjectMissing } from '../storage/storage.ts';
import * as runs from './run-store.ts';
import { estimateSeconds, isAnotherDue, lockUser, readTranscription, type TranscriptionRow } from './store.ts';
import { announceChange, type ChangeFeed, isOver } from './watch-transcription.ts';

/** Readers see text grow at this pace; the engine may tell more often. */
const writeEveryMilliseconds = 250;
/** A long text is written whole each time. */
const writeLongEveryMilliseconds = 3_000;
const longTextCharacters = 4_000;

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
      const isLong = 'text' in event && event.text.length > longTextCharacters;
      timer ??= setTimeout(flush, isLong ? writeLongEveryMilliseconds : writeEveryMilliseconds);
    },
    async close(): Promise<void> {
      if (timer) flush();
      await writing;
    },
  };
}

type Dependencies = ServiceContext & {
  feed: ChangeFeed;
  storage: Storage;
  engine: SpeechEngine;
  limiter: Pick<Limiter, 'note'>;
  tempDir: string;
  /** The store has to be looked at where it lacks what a row names. */
  storageWatch: { recheck(): void };
  outbox: Pick<Outbox, 'addReady'>;
  config: Pick<Config, 'appUrl'>;
  metrics: { observeWait(seconds: number): void; observeStage(stage: string, seconds: number): void };
};

/** Runs that a busy machine may spoil before people are told to come back later. */
const busyRuns = 3;

/** Workers that may die under a recording before it is held to be the cause. */
const mostCrashes = 8;

/** How long work waits for parts of ours that are away before its attempt goes back. */
const maxQueueAgeSeconds = 3_600;

/** Work on it is free, and all for nothing. */
const isOfTheRecording = (error: unknown): boolean =>
  error instanceof SpeechError && /^(?:NO_SPEECH|NOT_SOMALI|AUDIO_\w+)$/.test(error.code);

/** Work that took longer is told of by mail. */
const tellAfterSeconds = 300;

const pauseAfter = ({ tries }: Pick<TranscriptionRow, 'tries'>): number => Math.min(10, 2 ** tries);

/** What may have nothing to do with the recording: an hour of work is not thrown away for one of these. */
const passing: ReadonlySet<SpeechErrorCode> = new Set([
  'TRANSCRIPTION_FAILED',
  'TRANSLATION_FAILED',
  'TRANSCRIPTION_TIMEOUT',
]);

/** Known to be long, or likely to be: it is decoded beside the work on another one. */
const mayBeLong = ({ savedAt, uploadBytes }: TranscriptionRow): boolean =>
  savedAt !== null || estimateSeconds(uploadBytes, maxAudioSeconds) > longFromSeconds;

type Turn = { row: TranscriptionRow; signal: AbortSignal; place: Place; giveWay: AbortController };

export function createTranscriptionWorker(dependencies: Dependencies) {
  const { database, feed, clock, storage, engine, limiter, log, tempDir, storageWatch, metrics } = dependencies;
  const { outbox, config } = dependencies;

  async function save({ row, place, giveWay }: Turn, parts: readonly SavedPart[], isLong: boolean): Promise<void> {
    await retryWhileGone(() => runs.saveParts(database.db, row, parts, isLong));
    const reason = isLong && (place.isNeeded() ?? ((await isAnotherDue(database.db, row.id)) ? crowded : undefined));
    if (reason) giveWay.abort(reason);
  }

  async function transcribe(turn: Turn, uploadPath: string): Promise<SpeechResult> {
    const { row, signal, place } = turn;
    const writer = createProgressWriter(database, row);
    const stepBack = mayBeLong(row) ? place.stepAside() : () => {};
    try {
      const saved = await runs.readParts(database.db, row.id);
      const ownWords = [...(await readOwnWords(database.db, row.userId)), ...row.ownWords];
      return await engine.transcribe(uploadPath, {
        signal,
        saved,
        ownWords,
        workFolder: path.dirname(uploadPath),
        maxSeconds: row.maxAudioSeconds ?? maxAudioSeconds,
        onEvent: (event) => {
          if (event.stage === 'audio') stepBack();
          writer.note(event);
        },
        onSaved: (parts, isLong) => save(turn, parts, isLong),
        acceptsAnyLanguage: row.anyLanguage,
      });
    } finally {
      stepBack();
      await writer.close();
    }
  }

  /** By mail, what took so long that its owner may have gone. */
  async function tellReady(tx: Db, { id, userId, createdAt }: TranscriptionRow, at: Date): Promise<void> {
    if (at.getTime() - createdAt.getTime() < tellAfterSeconds * 1000) return;
    const owner = await findMailRecipient(tx, userId);
    const link = new URL(`/demo/r/${id}`, config.appUrl).href;
    if (owner) await outbox.addReady(tx, { ...owner, transcriptionId: id, link });
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
        if (done) await tellReady(tx, row, at);
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
    const failed = await retryWhileGone(() =>
      database.db.transaction(async (tx) => {
        await lockUser(tx, row.userId);
        const ended = await runs.failRun(tx, row, errorCode, at);
        if (ended?.charge === 'reserved') await refundReservation(tx, ended, { reason: errorCode, at });
        if (ended) await announceChange(tx, row.id);
        return ended;
      }),
    );
    if (!failed) return;
    log('transcription_failed', { transcription: row.id, code: errorCode });
    if (failed.charge === 'reserved') log('attempt_refunded', { user: row.userId, reason: errorCode });
    if (row.uploadKey) await storage.remove(row.uploadKey).catch(() => {});
  }

  async function requeue(row: TranscriptionRow, pauseSeconds: number, reason: string): Promise<void> {
    log('transcription_requeued', { transcription: row.id, run: row.run, reason });
    await runs.requeueRun(database.db, row, pauseSeconds);
    await announceChange(database.db, row.id);
    if (pauseSeconds === 0) await announceWork(database.db, 'transcribe');
  }

  /** Of this process, kept between the runs of long work for the sound that was decoded. */
  const folderOf = ({ id }: Pick<TranscriptionRow, 'id'>) => path.join(tempDir, `work-${id}-${process.pid}`);

  /** Of work that gave way here, what ends the watch over its folder: that goes when the work is over, wherever it ends. */
  const kept = new Map<string, () => void>();

  function keepFolder(row: TranscriptionRow): void {
    const look = async () => {
      if (!isOver(await readTranscription(database.db, row.id))) return;
      kept.get(row.id)?.();
      await rm(folderOf(row), { recursive: true, force: true });
    };
    const unsubscribe = feed.subscribe(row.id, () => void look().catch(() => {}));
    kept.set(row.id, () => {
      unsubscribe();
      kept.delete(row.id);
    });
  }

  async function fetchUpload({ row }: Turn, folder: string): Promise<string> {
    const uploadPath = path.join(folder, 'upload');
    if (existsSync(uploadPath)) return uploadPath;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await storage.fetchTo(row.uploadKey ?? '', `${uploadPath}.${row.run}`);
    await rename(`${uploadPath}.${row.run}`, uploadPath);
    return uploadPath;
  }

  async function encode({ row, signal, place }: Turn, uploadPath: string, result: SpeechResult): Promise<string> {
    const { durationSeconds: maxSeconds, sound } = result;
    const encodedPath = path.join(path.dirname(uploadPath), `audio-${row.run}.ogg`);
    const stepBack = maxSeconds > longFromSeconds ? place.stepAside() : () => {};
    await engine.encodeForStorage(uploadPath, encodedPath, { signal, maxSeconds, sound }).finally(stepBack);
    return encodedPath;
  }

  async function work(turn: Turn): Promise<void> {
    const { row, signal } = turn;
    const folder = folderOf(row);
    kept.get(row.id)?.();
    try {
      const uploadPath = await fetchUpload(turn, folder);
      const result = await transcribe(turn, uploadPath);
      const encodedPath = await encode(turn, uploadPath, result);
      // Each run has its own object, so that a run that lost the work never touches the winner's.
      const audioKey = `audio/${row.id}-${row.run}.ogg`;
      await storage.put(audioKey, encodedPath, 'audio/ogg');
      await commit(row, result, audioKey);
    } finally {
      if (signal.reason === crowded) keepFolder(row);
      else await rm(folder, { recursive: true, force: true });
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
      if (signal.reason === crowded) await runs.giveWay(database.db, row);
      // Else its owner deleted it, or another worker has it: nothing is left to do.
      return;
    }
    const now = (await readTranscription(database.db, row.id).catch(() => undefined)) ?? row;
    const isPassing = code === 'ENGINE_BUSY' || (now.savedAt !== null && code !== undefined && passing.has(code));
    // Models that do not load here may have loaded elsewhere.
    const mayPass = code === 'ENGINE_NOT_READY' || (isPassing && now.tries < busyRuns - 1);
    if (code !== undefined && !mayPass) return fail(row, code);
    const isTooOld = (now.savedAt ?? now.createdAt) <= addSeconds(clock.now(), -maxQueueAgeSeconds);
    if (isTooOld) await fail(row, code ?? 'TRANSCRIPTION_FAILED');
    else await requeue(row, pauseAfter(now), code ?? nameError(error));
  }

  return {
    claim: () => runs.claimRun(database.db),
    async hold(row: TranscriptionRow): Promise<boolean> {
      // The clean-up takes files untouched for an hour; a long recording takes longer.
      await utimes(folderOf(row), clock.now(), clock.now()).catch(() => {});
      return runs.keepRun(database.db, row);
    },

    async handle(row: TranscriptionRow, lost: AbortSignal, place: Place): Promise<void> {
      if (lost.reason === processEnds) return requeue(row, 0, 'this process ends');
      if (row.crashes > mostCrashes) return fail(row, 'TRANSCRIPTION_FAILED');
      if (row.run === 1) metrics.observeWait(Math.max(0, (clock.now().getTime() - row.createdAt.getTime()) / 1000));
      const deleted = new AbortController();
      const unsubscribe = feed.subscribeToDeletion(row.id, () => deleted.abort());
      const giveWay = new AbortController();
      const signal = AbortSignal.any([lost, deleted.signal, giveWay.signal]);
      const startedAt = performance.now();
      try {
        await work({ row, signal, place, giveWay });
      } catch (error) {
        const seconds = Math.ceil((performance.now() - startedAt) / 1000);
        if (isOfTheRecording(error)) await limiter.note('refusedWorkSecondsPerUserPerDay', row.userId, seconds);
        await settle(row, error, signal);
      } finally {
        unsubscribe();
      }
    },
  };
}
