import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { correctTranscription, listTranscriptions, translateTranscription } from '#shared/contract/results.ts';
import * as contract from '#shared/contract/transcription.ts';
import type { ErrorCode } from '#shared/errors/codes.ts';
import { apiBasePath } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import { Failure } from '../core/failure.ts';
import type { Account } from '../core/session.ts';
import { formatMessage } from '../core/texts.ts';
import type { Database } from '../db/database.ts';
import { logFailure } from '../http/answer-failure.ts';
import { type Call, registerEndpoint } from '../http/register-endpoint.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { EventLog } from '../observability/event-log.ts';
import type { UrlSigner } from '../storage/signed-urls.ts';
import { retryAfterOf } from './describe-work.ts';
import type { EditService } from './edit-service.ts';
import type { UploadReceiver } from './receive-upload.ts';
import type { TranscriptionService } from './service.ts';
import type { TranscriptionRow } from './store.ts';
import { streamResponse } from './stream-response.ts';
import { type ChangeFeed, isOver, watchTranscription } from './watch-transcription.ts';

export type TranscriptionParts = {
  service: TranscriptionService;
  edits: EditService;
  database: Database;
  feed: ChangeFeed;
  limiter: Limiter;
  signer: UrlSigner;
  log: EventLog;
  receiver: UploadReceiver;
  config: Pick<Config, 'answerWaitSeconds'>;
  isEnding: AbortSignal;
};

type Upload = Call<typeof contract.uploadRecording>;

const retryToJoinSeconds = 2;

/** What the client says its file's bytes hash to, so that a retry is answered before they travel (design.md §5.2). */
function announcedHash(request: FastifyRequest): string | undefined {
  const value = String(request.headers['x-audio-sha256'] ?? '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}

/** RFC 7240 §4.1. */
const prefersAsync = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*respond-async\b/i.test(String(headers.prefer ?? ''));

/** The wait ended before the work: another try of the same bytes joins it, free of charge. */
export const unfinished = (isEnding: AbortSignal, code: ErrorCode = 'TAKES_LONGER', values = {}): Failure =>
  new Failure(isEnding.aborted ? 'UNAVAILABLE' : code, { retryAfterSeconds: retryToJoinSeconds, values });

export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** A day's new recordings, and the work on those that were refused; an unlimited account has no such limit. */
export async function limitNewRecordings(limiter: Limiter, { id, isUnlimited }: Account): Promise<void> {
  if (isUnlimited) return;
  await limiter.take('uploadsPerUserPerDay', id);
  await limiter.check('refusedWorkSecondsPerUserPerDay', id);
}

async function waitForEnd(row: TranscriptionRow, deps: TranscriptionParts, signal: AbortSignal) {
  for await (const { row: now } of watchTranscription(deps, row.id, signal)) if (isOver(now)) return now;
  throw unfinished(deps.isEnding);
}

export function registerTranscriptionRoutes(app: FastifyInstance, deps: TranscriptionParts): void {
  const { service, limiter, signer, receiver, log } = deps;
  // The form is read by the handler, after it has decided to read it at all.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));

  async function findOrReceive({ request, reply, session: { account } }: Upload): Promise<TranscriptionRow> {
    const userId = account.id;
    await limiter.take('uploadsPerUserPerMinute', userId);
    const announced = announcedHash(request);
    const known = announced && (await service.findReusable({ userId, sha256: announced }));
    if (known) return known;
    await limitNewRecordings(limiter, account);
    await service.admit(account, Number(request.headers['content-length'] ?? 0));
    // Who sends a recording again after `NOT_SOMALI` and wants its text all the same says so.
    const anyLanguage = request.headers['x-any-language'] === 'yes';
    return receiver.receive({ request, reply, userId, file: contract.uploadRecording.form.file }, async (received) => {
      if (announced && announced !== received.sha256) throw new Failure('AUDIO_HASH_MISMATCH');
      return service.accept({ ...received, userId, anyLanguage });
    });
  }

  const noteRejection = (ip: string, reason: string) => log('upload_rejected', { ip, reason });

  /** Strangers are counted by their address, people by their session: neither spends what is the other's (security.md S51). */
  async function onStranger(ip: string): Promise<void> {
    noteRejection(ip, 'UNAUTHENTICATED');
    await limiter.take('uploadsPerIpPerMinute', ip);
  }

  async function answerLater(row: TranscriptionRow, reply: FastifyReply) {
    const work = await service.promise(row);
    reply.code(202).header('location', `${apiBasePath}/transcription/${row.id}`);
    reply.header('preference-applied', 'respond-async').header('retry-after', retryAfterOf(work));
    return { data: { work } };
  }

  async function answerUpload(call: Upload) {
    const { request, reply, language, ip } = call;
    const gone = whenGone(reply);
    const row = await findOrReceive(call).catch((error: unknown) => {
      noteRejection(ip, error instanceof Failure ? error.code : 'error');
      throw error;
    });
    if (prefersAsync(request) && !isOver(row)) return answerLater(row, reply);
    if (request.headers.accept?.toLowerCase().includes('application/x-ndjson')) {
      const polls = watchTranscription(deps, row.id, AbortSignal.any([deps.isEnding, gone]));
      const answer = { id: row.id, language, requestId: request.id, service, polls };
      const onFailure = (failure: Failure) => logFailure(failure, request);
      return streamResponse(reply, { ...answer, onFailure, unfinished: () => unfinished(deps.isEnding) });
    }
    const signal = AbortSignal.any([deps.isEnding, gone, AbortSignal.timeout(deps.config.answerWaitSeconds * 1000)]);
    const data = await service.getOutcome(await waitForEnd(row, deps, signal), language);
    if (!gone.aborted) await service.markTextSent(row.id);
    return { data };
  }

  registerEndpoint(app, contract.uploadRecording, answerUpload, { onStranger });

  app.get(`${apiBasePath}${contract.getAudio.path}`, async (request, reply) => {
    const params = contract.getAudio.params.safeParse(request.params);
    const query = contract.getAudio.query.safeParse(request.query);
    if (!params.success || !query.success) throw new Failure('NOT_FOUND');
    const { id } = params.data;
    signer.check(id, query.data.expires, query.data.signature);
    const audio = await service.openAudio(id);
    return reply.type('audio/ogg').header('content-disposition', `attachment; filename="${id}.ogg"`).send(audio);
  });

  registerEndpoint(app, contract.getTranscription, async ({ session, params, language, reply }) => {
    const data = await service.read(session.account.id, params.id, language);
    if (!('work' in data)) return { data };
    reply.code(202).header('retry-after', retryAfterOf(data.work));
    return { data };
  });

  registerEndpoint(app, contract.acknowledgeTranscription, async ({ session, params }) => {
    await service.acknowledge(session.account.id, params.id);
    return {};
  });

  registerEditRoutes(app, deps);

  registerEndpoint(app, contract.deleteTranscription, async ({ session, params, language }) => {
    await service.remove(session.account.id, params.id);
    return { message: formatMessage('TRANSCRIPTION_DELETED', language) };
  });
}

/** Less than the time after which clients give a request up. */
const translationWaitMilliseconds = 25_000;

function registerEditRoutes(app: FastifyInstance, { edits, limiter, isEnding }: TranscriptionParts): void {
  registerEndpoint(app, listTranscriptions, async ({ session, query }) => ({
    data: await edits.list(session.account.id, query),
  }));

  registerEndpoint(app, correctTranscription, async ({ session, params, body }) => {
    const userId = session.account.id;
    await limiter.take('savesPerUserPerMinute', userId);
    return { data: await edits.save({ userId, id: params.id }, body) };
  });

  registerEndpoint(app, translateTranscription, async ({ session, params, body, reply }) => {
    const userId = session.account.id;
    await limiter.take('translationsPerUserPerMinute', userId);
    await limiter.check('translationSecondsPerUserPerDay', userId);
    const signal = AbortSignal.any([isEnding, whenGone(reply), AbortSignal.timeout(translationWaitMilliseconds)]);
    return { data: await edits.translate({ userId, id: params.id }, body.version, signal) };
  });
}
