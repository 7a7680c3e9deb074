import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract/endpoint.ts';
import { isPlain } from '#shared/contract/plain-text.ts';
import type { correctTranscription, listTranscriptions } from '#shared/contract/results.ts';
import type { ResultEdits } from '#shared/contract/transcription.ts';
import { isErrorCode } from '#shared/errors/codes.ts';
import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import { resultsPerPage } from '#shared/limits.ts';
import type { Correction } from '#shared/transcript.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Database } from '../db/database.ts';
import { announceWork } from '../jobs/work-signal.ts';
import { currentOrigin } from '../observability/request-context.ts';
import { describeWork } from './describe-work.ts';
import * as store from './edit-store.ts';
import { type ReadEngine, requireEngine } from './engine-status.ts';
import { listResults, type Place } from './list-store.ts';
import { listInFlightOf, markTextSent, readOwn, type TranscriptionRow } from './store.ts';
import { type ChangeFeed, changesOf } from './watch-transcription.ts';

type Dependencies = { database: Database; clock: Clock; feed: ChangeFeed; readEngine: ReadEngine };
type Own = { userId: string; id: string };
type Saved = BodyOf<typeof correctTranscription>;
type Wanted = QueryOf<typeof listTranscriptions>;
type Listed = ResponseOf<typeof listTranscriptions>['data'];

const retrySeconds = 2;

/** A correction is at most twice as long as the recognised texts: free translation is for one's own recordings. */
const mostCharacters = (heard: string) => 2 * heard.length + 500;

export const editsOf = ({ version, title, correction, speakers }: TranscriptionRow): ResultEdits => ({
  version,
  title,
  correction,
  speakers,
});

const changed = (row: TranscriptionRow) => new Failure('RESULT_CHANGED', { data: editsOf(row) });

const placeOf = ({ key, id }: Place): string => Buffer.from(JSON.stringify([key, id])).toString('base64url');

const placePart = z.string().check(...isPlain('BAD_REQUEST'));
const place = z.tuple([placePart, placePart]);

function readPlace(after: string | undefined): Place | undefined {
  if (after === undefined) return undefined;
  try {
    const [key, id] = place.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
    return { key, id };
  } catch (cause) {
    throw new Failure('BAD_REQUEST', { cause });
  }
}

export function createEditService({ database, clock, feed, readEngine }: Dependencies) {
  const { db } = database;

  async function readResult(own: Own) {
    const row = await readOwn(db, own);
    if (!row?.result) throw new Failure('NOT_FOUND');
    return { row, result: row.result };
  }

  async function ask(row: TranscriptionRow) {
    await requireEngine(readEngine, retrySeconds);
    // What comes back names what else was heard: text of the recording leaves by this way, too (design.md §5.1).
    if (!(await markTextSent(db, row.id, clock.now()))) throw new Failure('NOT_FOUND');
    const request = { transcriptionId: row.id, version: row.version, origin: currentOrigin(), createdAt: clock.now() };
    await submit(request);
    return request;
  }

  const submit = (request: Parameters<typeof store.askTranslation>[1]) =>
    db.transaction(async (tx) => {
      await store.askTranslation(tx, request);
      await announceWork(tx, 'translate');
    });

  return {
    async list(userId: string, { search = '', sort, after }: Wanted): Promise<Listed> {
      // First: what is done in between is then in both, and not in neither.
      const underWay = await Promise.all((await listInFlightOf(db, userId)).map((row) => describeWork(db, row)));
      const words = foldApostrophes(search).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
      const rows = await listResults(db, userId, { words, sort, after: readPlace(after) }, resultsPerPage + 1);
      const shown = rows.slice(0, resultsPerPage);
      const last = shown.at(-1);
      return {
        results: shown.map(({ key: _key, ...row }) => ({ ...row, createdAt: row.createdAt.toISOString() })),
        next: last !== undefined && rows.length > shown.length ? placeOf(last) : null,
        underWay: underWay.map((work) => ({ ...work, text: '' })),
      };
    },

    async save(own: Own, { version, title, speakers, ...texts }: Saved): Promise<ResultEdits> {
      const { row, result } = await readResult(own);
      const longest = mostCharacters(`${result.transcript} ${result.translation}`);
      const isTooLong = Object.values(texts).some(({ length }) => length > longest);
      if (isTooLong) throw new Failure('TEXT_TOO_LONG', { values: { max: longest } });
      const isOurs = texts.transcript === result.transcript && texts.translation === result.translation;
      const again = row.correction?.again;
      const correction: Correction | null = isOurs ? null : { ...texts, ...(again ? { again } : {}) };
      const edits = { title: title || null, correction, speakers: speakers === undefined ? row.speakers : speakers };
      // A save whose answer was lost comes again.
      if (isDeepStrictEqual(editsOf(row), { version: row.version, ...edits })) return editsOf(row);
      const isSaved = await store.saveEdits(db, { id: own.id, version }, edits);
      if (!isSaved) throw changed((await readResult(own)).row);
      return { version: version + 1, ...edits };
    },

    /** Waits for the English until `signal` fires, and ends the work with the wait; asking again meanwhile joins it. */
    async translate(own: Own, version: number, signal: AbortSignal): Promise<ResultEdits> {
      const { row } = await readResult(own);
      if (row.version !== version) throw changed(row);
      const { correction } = row;
      if (!correction || correction.translationOf === correction.transcript) return editsOf(row);
      const asked = await ask(row);
      try {
        for await (const _ of changesOf(feed, row.id, signal)) {
          const { row: now } = await readResult(own);
          if (now.version !== version) {
            if (now.correction?.translationOf !== correction.transcript) throw changed(now);
            return editsOf(now);
          }
          const request = await store.readTranslationRequest(db, asked);
          // Who had asked first has left, and took the work along.
          if (!request) await submit(asked);
          const code = request?.errorCode;
          if (code === 'ENGINE_BUSY') throw new Failure(code, { retryAfterSeconds: retrySeconds });
          if (isErrorCode(code)) throw new Failure(code);
        }
      } finally {
        await store.withdrawTranslation(db, asked).catch(() => {});
      }
      throw new Failure('TAKES_LONGER', { retryAfterSeconds: retrySeconds });
    },
  };
}

export type EditService = ReturnType<typeof createEditService>;
