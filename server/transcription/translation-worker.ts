import type { Correction } from '#shared/transcript.ts';
import { type SpeechEngine, SpeechError, type SpeechResult } from '#speech/engine.ts';
import type { Database } from '../db/database.ts';
import { retryWhileGone } from '../db/database-errors.ts';
import { processEnds } from '../jobs/worker-pool.ts';
import { nameError } from '../observability/describe-error.ts';
import type { EventLog } from '../observability/event-log.ts';
import * as requests from './edit-store.ts';
import { readTranscription } from './store.ts';
import { announceChange } from './watch-transcription.ts';

type Dependencies = { database: Database; engine: SpeechEngine; log: EventLog };

/** Tries that a busy engine, or workers that died, may spoil. */
const maxRuns = 4;
const pauseSeconds = 1;

/** Makes the English of corrected texts, beside the recordings and apart from their queue: neither delays the other. */
export function createTranslationWorker({ database, engine, log }: Dependencies) {
  const { db } = database;

  function translate(correction: Correction, result: SpeechResult, signal: AbortSignal) {
    const segments = [...result.segments, ...(correction.again?.segments ?? [])];
    return engine.translateAgain({ transcript: correction.transcript, words: result.words, segments }, { signal });
  }

  async function work(request: requests.TranslationRequest, signal: AbortSignal): Promise<void> {
    const row = await readTranscription(db, request.transcriptionId);
    if (!row?.result) return;
    const { correction, result } = row;
    // A correction that was taken back leaves nothing to translate.
    const isLatest = correction !== null && row.version === request.version;
    const again = isLatest ? await translate(correction, result, signal) : undefined;
    await retryWhileGone(() =>
      db.transaction(async (tx) => {
        await requests.finishTranslation(tx, request, correction, again);
        await announceChange(tx, row.id);
      }),
    );
  }

  async function settle(request: requests.TranslationRequest, error: unknown, signal: AbortSignal): Promise<void> {
    const code = error instanceof SpeechError ? error.code : undefined;
    if (code === 'TRANSCRIPTION_CANCELLED') {
      if (signal.reason === processEnds) await requests.holdTranslation(db, request, 0);
      return;
    }
    const mayPass = code === undefined || code === 'ENGINE_BUSY' || code === 'ENGINE_NOT_READY';
    if (mayPass && request.run < maxRuns) return void (await requests.holdTranslation(db, request, pauseSeconds));
    log('translation_failed', { transcription: request.transcriptionId, code: code ?? nameError(error) });
    await requests.failTranslation(db, request, code === 'ENGINE_BUSY' ? code : 'TRANSLATION_FAILED');
    await announceChange(db, request.transcriptionId);
  }

  return {
    claim: () => requests.claimTranslation(db),
    hold: (request: requests.TranslationRequest) => requests.holdTranslation(db, request),

    async handle(request: requests.TranslationRequest, signal: AbortSignal): Promise<void> {
      try {
        if (request.run > maxRuns) throw new SpeechError('TRANSLATION_FAILED');
        await work(request, signal);
      } catch (error) {
        await settle(request, error, signal);
      }
    },
  };
}
