import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAcceptedContainer } from '#shared/audio/sniff-container.ts';
import { deleteTranscription, getAudio, uploadRecording } from '#shared/contract/transcription.ts';
import { apiBasePath } from '#shared/limits.ts';
import type { SessionService } from '../accounts/session-service.ts';
import type { Account } from '../accounts/store.ts';
import type { EventLog } from '../event-log.ts';
import { Failure } from '../failure.ts';
import { languageOf } from '../http/answer-failure.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { askForBody } from '../http/unread-bodies.ts';
import { randomToken } from '../keys.ts';
import type { Limiter } from '../limits/limiter.ts';
import { formatMessage } from '../messages.ts';
import type { UrlSigner } from '../storage/signed-urls.ts';
import { isOver, type Snapshot } from './follow.ts';
import { sendLive } from './live-answer.ts';
import { receiveUpload, type UploadLimits } from './receive-upload.ts';
import type { TranscriptionService } from './service.ts';
import type { TranscriptionRow } from './store.ts';

type Dependencies = {
  sessions: SessionService;
  service: TranscriptionService;
  follow: (id: string, signal: AbortSignal) => AsyncIterable<Snapshot>;
  limiter: Limiter;
  signer: UrlSigner;
  log: EventLog;
  tempDir: string;
  uploadLimits: UploadLimits;
  answerWaitSeconds: number;
  isEnding: AbortSignal;
};

const retryToJoinSeconds = 2;
const mimeOf = { wav: 'audio/wav', mp3: 'audio/mpeg', mp4: 'audio/mp4', ogg: 'audio/ogg', webm: 'audio/webm' } as const;

const wantsStages = (request: FastifyRequest) => (request.headers.accept ?? '').includes('application/x-ndjson');

/** What the client says its file's bytes hash to, so that a retry is answered before they travel (design.md §5.2). */
function announcedHash(request: FastifyRequest): string | undefined {
  const value = String(request.headers['x-audio-sha256'] ?? '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}

async function receiveRecording(request: FastifyRequest, reply: FastifyReply, account: Account, deps: Dependencies) {
  const { service, tempDir, uploadLimits } = deps;
  await service.admit(account);
  if (!(request.headers['content-type'] ?? '').startsWith('multipart/form-data')) throw new Failure('AUDIO_MISSING');
  askForBody(request.raw, reply.raw);
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const received = await receiveUpload(request.raw, path.join(tempDir, `upload-${randomToken(12)}`), uploadLimits);
  const announced = announcedHash(request);
  try {
    if (announced && announced !== received.sha256) throw new Failure('AUDIO_HASH_MISMATCH');
    const { container, localPath, bytes, sha256 } = received;
    if (!isAcceptedContainer(container)) throw new Failure('AUDIO_UNSUPPORTED');
    return await service.accept({ userId: account.id, localPath, bytes, sha256, mime: mimeOf[container] });
  } finally {
    await rm(received.localPath, { force: true });
  }
}

/** The wait ended before the work: another try of the same bytes joins it, free of charge. */
const unfinished = ({ isEnding }: Dependencies): Failure =>
  new Failure(isEnding.aborted ? 'UNAVAILABLE' : 'QUEUE_FULL', { retryAfterSeconds: retryToJoinSeconds });

/** Waits for the end, no longer than a client waits for an answer. */
async function waitForEnd(row: TranscriptionRow, deps: Dependencies, signal: AbortSignal) {
  for await (const { row: now } of deps.follow(row.id, signal)) if (isOver(now)) return now;
  throw unfinished(deps);
}

export function registerTranscriptionRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { sessions, service, limiter, signer, log } = deps;
  // The form is read by the handler, after it has decided to read it at all.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));

  async function findOrReceive(request: FastifyRequest, reply: FastifyReply): Promise<TranscriptionRow> {
    await limiter.take('uploadsPerIpPerMinute', clientAddressOf(request));
    const { account } = await sessions.authenticate(request.headers.authorization);
    const sha256 = announcedHash(request);
    const known = sha256 ? await service.findReusable({ userId: account.id, sha256 }) : undefined;
    return known ?? receiveRecording(request, reply, account, deps);
  }

  app.post(`${apiBasePath}${uploadRecording.path}`, async (request, reply) => {
    const language = languageOf(request);
    const ip = clientAddressOf(request);
    const row = await findOrReceive(request, reply).catch((error: unknown) => {
      log('upload_rejected', { ip, reason: error instanceof Failure ? error.code : 'error' });
      throw error;
    });
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const deadline = AbortSignal.timeout(deps.answerWaitSeconds * 1000);
    const signal = AbortSignal.any([deps.isEnding, gone.signal, deadline]);
    if (wantsStages(request)) {
      const snapshots = deps.follow(row.id, signal);
      const onDone = () => noteDelivery(reply, row.id);
      return sendLive(reply, {
        id: row.id,
        language,
        requestId: request.id,
        service,
        snapshots,
        onDone,
        unfinished: () => unfinished(deps),
      });
    }
    const data = await service.conclude(await waitForEnd(row, deps, signal), language);
    noteDelivery(reply, row.id);
    return uploadRecording.response.parse({ success: true, data });
  });

  /** Delivered once the whole answer has left; a client that went away before gets its attempt back in time. */
  function noteDelivery(reply: FastifyReply, id: string): void {
    reply.raw.once('finish', () => {
      service.markDelivered(id).catch((error: unknown) => reply.log.warn({ err: error }, 'delivery not noted'));
    });
  }

  app.get(`${apiBasePath}${getAudio.path}`, async (request, reply) => {
    const params = getAudio.params.safeParse(request.params);
    const query = getAudio.query.safeParse(request.query);
    if (!params.success || !query.success) throw new Failure('NOT_FOUND');
    const { id } = params.data;
    signer.check(id, query.data.expires, query.data.signature);
    const audio = await service.openAudio(id);
    return reply.type('audio/ogg').header('content-disposition', `attachment; filename="${id}.ogg"`).send(audio);
  });

  registerEndpoint(app, deleteTranscription, async ({ params, request, language }) => {
    const { account } = await sessions.authenticate(request.headers.authorization);
    await service.remove(account.id, params.id);
    return { message: formatMessage('TRANSCRIPTION_DELETED', language) };
  });
}
