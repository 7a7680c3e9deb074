import type { Correction, TranscribedSegment } from '#shared/transcript.ts';
import { type SpeechEngine, SpeechError, type SpeechResult } from '#speech/engine.ts';
import { readOwnWords } from '../accounts/store.ts';
import type { Database } from '../db/database.ts';
import { retryWhileGone } from '../db/database-errors.ts';
import { processEnds } from '../jobs/worker-pool.ts';
import type { Limiter } from '../limits/limiter.ts';
import { nameError } from '../observability/describe-error.ts';
import type { EventLog } from '../observability/event-log.ts';
import * as requests from './edit-store.ts';
import { readTranscription, type TranscriptionRow } from './store.ts';
import { announceChange } from './watch-transcription.ts';

type Dependencies = { database: Database; engine: SpeechEngine; limiter: Pick<Limiter, 'note'>; log: EventLog };

/** Tries that a busy engine, or workers that died, may spoil. */
const maxRuns = 4;
const pauseSeconds = 1;

/** A little more than a page waits: only work that lost its page in another way comes to it. */
const maxWorkMilliseconds = 30_000;

/** Apart from the queue of the recordings and behind them; the work ends with the wait of the page that asked. */
export function createTranslationWorker({ database, engine, limiter, log }: Dependencies) {
  const { db } = database;
  /** Sentences of the text whose page gave up last: its next try goes on from them. */
  let unfinished: { id: string; made: TranscribedSegment[] } | undefined;

  async function translate(row: TranscriptionRow, correction: Correction, result: SpeechResult, signal: AbortSignal) {
    const { id, userId, ownWords } = row;
    const { transcript } = correction;
    const made = unfinished?.id === id ? unfinished.made : [];
    unfinished = { id, made };
    const segments = [...result.segments, ...(correction.again?.segments ?? []), ...made];
    const onTranslated = (segment: TranscribedSegment) => made.push(segment);
    const text = { transcript, words: result.words, segments };
    const startedAt = performance.now();
    try {
      const known = [...(await readOwnWords(db, userId)), ...ownWords];
      const again = await engine.translateAgain(text, { signal, onTranslated, ownWords: known });
      unfinished = undefined;
      return { ...correction, translation: again.translation, translationOf: transcript, again };
    } finally {
      const seconds = Math.ceil((performance.now() - startedAt) / 1000);
      await limiter.note('translationSecondsPerUserPerDay', userId, seconds);
    }
  }

  async function work(request: requests.TranslationRequest, signal: AbortSignal): Promise<void> {
    const row = await readTranscription(db, request.transcriptionId);
    if (!row?.result) return;
    const { correction, result } = row;
    // A correction that was taken back leaves nothing to translate.
    const isLatest = correction !== null && row.version === request.version;
    const done = isLatest ? await translate(row, correction, result, signal) : undefined;
    await retryWhileGone(() =>
      db.transaction(async (tx) => {
        await requests.finishTranslation(tx, request, done);
        await announceChange(tx, row.id);
      }),
    );
  }

  async function settle(request: requests.TranslationRequest, error: unknown, signal: AbortSignal): Promise<void> {
    const code = error instanceof SpeechError ? error.code : undefined;
    if (code === 'TRANSCRIPTION_CANCELLED') {
      if (signal.reason === processEnds) await requests.holdTranslation(db, request, 0);
      if (signal.reason?.name !== 'TimeoutError') return;
    }
    const mayPass = code === undefined || code === 'ENGINE_BUSY' || code === 'ENGINE_NOT_READY';
    if (mayPass && request.run < maxRuns) return void (await requests.holdTranslation(db, request, pauseSeconds));
    log('translation_failed', { transcription: request.transcriptionId, code: code ?? nameError(error) });
    const isBusy = code === 'ENGINE_BUSY' || code === 'TRANSCRIPTION_CANCELLED';
    await requests.failTranslation(db, request, isBusy ? 'ENGINE_BUSY' : 'TRANSLATION_FAILED');
    await announceChange(db, request.transcriptionId);
  }

  return {
    claim: () => requests.claimTranslation(db),
    hold: (request: requests.TranslationRequest) => requests.holdTranslation(db, request),

    async handle(request: requests.TranslationRequest, isOver: AbortSignal): Promise<void> {
      const signal = AbortSignal.any([isOver, AbortSignal.timeout(maxWorkMilliseconds)]);
      try {
        if (request.run > maxRuns) throw new SpeechError('TRANSLATION_FAILED');
        await work(request, signal);
      } catch (error) {
        await settle(request, error, signal);
      }
    },
  };
}
