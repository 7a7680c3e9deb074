import { mimeOfContainer } from '#shared/audio/mime.ts';
import { isAcceptedContainer } from '#shared/audio/sniff-container.ts';
import type { Transcription, UploadData, WorkState } from '#shared/contract/transcription.ts';
import { isErrorCode } from '#shared/errors/codes.ts';
import { formatDuration } from '#shared/format-duration.ts';
import type { Language } from '#shared/languages.ts';
import { longFromSeconds, replayWindowMinutes, savedTryHours, signedUrlValidSeconds } from '#shared/limits.ts';
import { isSample } from '#shared/samples.ts';
import { readAccount } from '../accounts/store.ts';
import type { Config } from '../config/config.ts';
import { addSeconds } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { randomToken } from '../core/keys.ts';
import { shownAttempts } from '../core/session.ts';
import type { Db } from '../db/database.ts';
import { announceWork } from '../jobs/work-signal.ts';
import { chargeAttempt, isRefundable, refundReservation } from '../ledger/store.ts';
import { readyMailOf } from '../mail/outbox.ts';
import { withdrawMail } from '../mail/store.ts';
import { currentOrigin } from '../observability/request-context.ts';
import type { ServiceContext } from '../service-context.ts';
import type { UrlSigner } from '../storage/signed-urls.ts';
import { removeObjects, type Storage, StoredObjectMissing } from '../storage/storage.ts';
import { describeWork } from './describe-work.ts';
import { editsOf } from './edit-service.ts';
import { type ReadEngine, requireEngine } from './engine-status.ts';
import type { Received } from './receive-upload.ts';
import * as store from './store.ts';
import { announceDeletion, isOver } from './watch-transcription.ts';

const retryWhenFullSeconds = 10;
const retryWhenLongFullSeconds = 600;
const retryWhenStartingSeconds = 30;

type Dependencies = ServiceContext & {
  storage: Storage;
  signer: Pick<UrlSigner, 'signPath'>;
  readEngine: ReadEngine;
  config: Pick<
    Config,
    'queueLimit' | 'longQueueLimitSeconds' | 'rateLimits' | 'maxAudioSeconds' | 'freeMaxAudioSeconds'
  >;
  storageWatch: { isUp(): boolean };
};

/** `anyLanguage`: its owner was asked whether it is Somali and wants the text all the same. */
type Order = store.Recording & { bytes: number; anyLanguage: boolean };
export type ReceivedUpload = Order & Pick<Received, 'localPath' | 'container'>;

/** Of the queue, the part that one person may fill: a few recordings at least, never all of it. */
const shareOf = (queueLimit: number) => Math.max(2, Math.floor(queueLimit / 4));

export function createTranscriptionService(dependencies: Dependencies) {
  const { database, clock, storage, signer, readEngine, log, storageWatch } = dependencies;
  const { queueLimit, longQueueLimitSeconds, rateLimits, maxAudioSeconds, freeMaxAudioSeconds } = dependencies.config;
  const savedTriesSince = () => addSeconds(clock.now(), -savedTryHours * 3600);
  const replaySince = () => addSeconds(clock.now(), -replayWindowMinutes * 60);

  const longestOf = ({ isUnlimited }: { isUnlimited: boolean }) =>
    isUnlimited ? maxAudioSeconds : freeMaxAudioSeconds;

  /** Long recordings do not keep short ones out: they give way, and only so many hours of them may wait. */
  async function refuseWhenFull(db: Db, bytes: number, longest: number): Promise<void> {
    const { short, longSeconds } = await store.readLoad(db);
    const seconds = store.estimateSeconds(bytes, longest);
    if (seconds <= longFromSeconds && short >= queueLimit)
      throw new Failure('QUEUE_FULL', { retryAfterSeconds: retryWhenFullSeconds });
    if (seconds > longFromSeconds && longSeconds + seconds > longQueueLimitSeconds)
      throw new Failure('LONG_QUEUE_FULL', { retryAfterSeconds: retryWhenLongFullSeconds });
  }

  async function choosePriority(tx: Db, userId: string): Promise<number> {
    const priority = (await store.listInFlightOf(tx, userId)).length;
    if (priority < shareOf(queueLimit)) return priority;
    log('rate_limited', { limit: 'share of the queue', user: userId });
    throw new Failure('UPLOAD_RATE_LIMITED', { retryAfterSeconds: retryWhenFullSeconds });
  }

  async function refuseWhenTooFast(tx: Db, recording: store.Recording & { id: string }): Promise<void> {
    const { count, seconds } = rateLimits.newRecordingsPerUserPerMinute;
    const recent = await store.countRecentRecordings(tx, recording, addSeconds(clock.now(), -seconds));
    if (recent < count) return;
    log('rate_limited', { limit: 'newRecordingsPerUserPerMinute', user: recording.userId });
    throw new Failure('UPLOAD_RATE_LIMITED', { retryAfterSeconds: seconds });
  }

  async function takeAttempt(tx: Db, of: { userId: string; transcriptionId: string; at: Date }): Promise<boolean> {
    const balance = await chargeAttempt(tx, { ...of, reason: 'upload' });
    if (!balance) throw new Failure('ATTEMPTS_EXHAUSTED');
    return balance.isUnlimited;
  }

  /** One transaction takes the attempt and makes the work (design.md §5.1); the same bytes join (§5.2). */
  async function reserve(order: Order, uploadKey: string) {
    const { userId, sha256, bytes: uploadBytes, anyLanguage, ownWords } = order;
    return database.db.transaction(async (tx) => {
      await store.lockUser(tx, userId);
      const reusable = await store.findReusable(tx, order, replaySince());
      if (reusable) return { row: reusable, isNew: false };
      const id = randomToken(12);
      const at = clock.now();
      const isUnlimited = !isSample(sha256) && (await takeAttempt(tx, { userId, transcriptionId: id, at }));
      const longest = longestOf({ isUnlimited });
      await refuseWhenFull(tx, uploadBytes, longest);
      const priority = await choosePriority(tx, userId);
      await refuseWhenTooFast(tx, { id, userId, sha256 });
      const charge = isUnlimited || isSample(sha256) ? 'free' : 'reserved';
      const origin = currentOrigin();
      const asked = { id, userId, sha256, anyLanguage, ownWords, createdAt: at };
      const work = { ...asked, uploadKey, uploadBytes, priority, origin, maxAudioSeconds: longest };
      const row = await store.insertTranscription(tx, { ...work, state: 'queued', charge });
      if (!row) throw new Error('a row just written is not there');
      const saved = await store.findSavedTry(tx, order, savedTriesSince());
      if (saved) await store.moveParts(tx, saved, id);
      await announceWork(tx, 'transcribe');
      return { row, isNew: true };
    });
  }

  async function describeResult(row: store.TranscriptionRow): Promise<Transcription> {
    const { id, result, audioKey } = row;
    if (!result || !audioKey) throw new Failure('TRANSCRIPTION_FAILED');
    const { timings: _timings, ...shown } = result;
    return {
      ...shown,
      id,
      createdAt: row.createdAt.toISOString(),
      edits: editsOf(row),
      ...(isSample(row.sha256) && { isSample: true as const }),
      audioPath: signer.signPath(id, signedUrlValidSeconds),
      s3Url: await storage.signUrl({ key: audioKey, transcriptionId: id }, signedUrlValidSeconds),
    };
  }

  async function getOutcome(row: store.TranscriptionRow | undefined, language: Language): Promise<UploadData> {
    if (!row) throw new Failure('TRANSCRIPTION_CANCELLED');
    if (row.state === 'failed') throw failureOf(row, language);
    const account = await readAccount(database.db, row.userId);
    if (!account) throw new Failure('UNAUTHENTICATED');
    return { transcription: await describeResult(row), attemptsRemaining: shownAttempts(account) };
  }

  /** Before any text of it leaves: the attempt is spent from here on, whatever becomes of the client. */
  async function markTextSent(id: string): Promise<void> {
    if (!(await store.markTextSent(database.db, id, clock.now()))) throw new Failure('TRANSCRIPTION_CANCELLED');
  }

  return {
    findReusable: (recording: store.Recording) => store.findReusable(database.db, recording, replaySince()),

    /** Refuses what can be refused before a body of so many bytes is read (security.md S44). */
    async admit(account?: { attemptsFree: number; isUnlimited: boolean }, bytes = 0): Promise<void> {
      if (account && account.attemptsFree <= 0 && !account.isUnlimited) throw new Failure('ATTEMPTS_EXHAUSTED');
      if (!storageWatch.isUp()) throw new Failure('UNAVAILABLE', { retryAfterSeconds: retryWhenStartingSeconds });
      await requireEngine(readEngine, retryWhenStartingSeconds);
      await refuseWhenFull(database.db, bytes, longestOf(account ?? { isUnlimited: true }));
    },

    /** Keeps the file, then takes the attempt; a file that joins other work, or is refused, is let go. */
    async accept({ container, ...upload }: ReceivedUpload): Promise<store.TranscriptionRow> {
      if (!isAcceptedContainer(container)) throw new Failure('AUDIO_UNSUPPORTED');
      const already = await store.findReusable(database.db, upload, replaySince());
      if (already) return already;
      const uploadKey = `uploads/${randomToken(16)}`;
      await storage.put(uploadKey, upload.localPath, mimeOfContainer[container]);
      try {
        const { row, isNew } = await reserve(upload, uploadKey);
        if (!isNew) await storage.remove(uploadKey);
        else if (row.charge === 'reserved')
          log('attempt_charged', { user: row.userId, by: 'upload', transcription: row.id });
        return row;
      } catch (error) {
        // A commit whose answer was lost may stand, and its row needs the file; the sweep takes what no row names.
        if (error instanceof Failure) await storage.remove(uploadKey).catch(() => {});
        throw error;
      }
    },

    getOutcome,

    markTextSent,

    async acknowledge(userId: string, id: string): Promise<void> {
      if (!(await store.acknowledgeResult(database.db, { id, userId }, clock.now()))) throw new Failure('NOT_FOUND');
      await withdrawMail(database.db, readyMailOf(id));
    },

    async promise(row: store.TranscriptionRow): Promise<WorkState> {
      await store.keepForLater(database.db, row.id);
      return describeWork(database.db, row);
    },

    async read(userId: string, id: string, language: Language): Promise<UploadData | { work: WorkState }> {
      const row = await store.readOwn(database.db, { id, userId });
      if (!row) throw new Failure('NOT_FOUND');
      const answer = isOver(row) ? await getOutcome(row, language) : { work: await describeWork(database.db, row) };
      if (!('work' in answer) || answer.work.text.trim() !== '') await markTextSent(id);
      return answer;
    },

    async remove(userId: string, id: string): Promise<void> {
      const { found, refund } = await database.db.transaction(async (tx) => {
        await store.lockUser(tx, userId);
        const found = await store.lockTranscription(tx, id);
        if (found?.userId !== userId) throw new Failure('NOT_FOUND');
        const how = { reason: 'deleted by its owner', at: clock.now() };
        const refund = isRefundable(found) ? await refundReservation(tx, found, how) : undefined;
        await store.deleteTranscription(tx, id);
        await withdrawMail(tx, readyMailOf(id));
        await announceDeletion(tx, id);
        return { found, refund };
      });
      if (refund) log('attempt_refunded', refund);
      await removeObjects(storage, store.storageKeysOf([found]));
    },

    async openAudio(id: string) {
      const row = await store.readTranscription(database.db, id);
      if (!row?.audioKey) throw new Failure('NOT_FOUND');
      return storage.openRead(row.audioKey).catch((error: unknown) => {
        throw error instanceof StoredObjectMissing ? new Failure('NOT_FOUND', { cause: error }) : error;
      });
    },
  };

  function failureOf({ errorCode, ...row }: store.TranscriptionRow, language: Language): Failure {
    const code = isErrorCode(errorCode) ? errorCode : 'TRANSCRIPTION_FAILED';
    if (code === 'ENGINE_BUSY') return new Failure(code, { retryAfterSeconds: retryWhenFullSeconds });
    if (code !== 'AUDIO_TOO_LONG') return new Failure(code);
    return new Failure(code, {
      values: { limit: formatDuration(row.maxAudioSeconds ?? maxAudioSeconds, language) },
    });
  }
}

export type TranscriptionService = ReturnType<typeof createTranscriptionService>;
