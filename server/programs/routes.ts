import type { FastifyInstance } from 'fastify';
import * as contract from '#shared/contract/programs.ts';
import { programWaitSeconds } from '#shared/limits.ts';
import { findOwnWordsIn } from '#shared/own-words.ts';
import { Failure } from '../core/failure.ts';
import { formatMessage } from '../core/texts.ts';
import { type Call, parsePart, registerEndpoint } from '../http/register-endpoint.ts';
import type { Received } from '../transcription/receive-upload.ts';
import { limitNewRecordings, type TranscriptionParts, unfinished, whenGone } from '../transcription/routes.ts';
import type { TranscriptionRow } from '../transcription/store.ts';
import { isOver, watchTranscription } from '../transcription/watch-transcription.ts';
import type { KeyService } from './key-service.ts';
import { type Task, writeText } from './write-text.ts';

type Dependencies = Omit<TranscriptionParts, 'edits'> & { apiKeys: KeyService };
type AudioCall = Call<typeof contract.transcribeForProgram>;

const model = { id: 'somali-speech', object: 'model', created: 1_790_000_000, owned_by: 'somali-speech-ai' } as const;
const { file, fields: settingsSchema } = contract.transcribeForProgram.form;

/** Routers and firewalls forget a connection that is silent for some minutes. */
const probeConnectionMilliseconds = 15_000;

/** Of the one field that may come more than once all values count, of others the last. */
function readSettings(fields: Received['fields']): contract.ProgramSettings {
  const times = fields.flatMap(([name, value]) => (name === 'timestamp_granularities[]' ? [value] : []));
  return parsePart(settingsSchema, { ...Object.fromEntries(fields), 'timestamp_granularities[]': times }) ?? {};
}

/** What other programs send, in OpenAI's form (decisions/158), and the keys that let them. */
export function registerProgramRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { apiKeys, service, receiver, limiter, log } = deps;

  registerEndpoint(app, contract.listKeys, async ({ session }) => ({ data: await apiKeys.list(session.account) }));

  registerEndpoint(app, contract.makeKey, async ({ session, body }) => {
    return { data: await apiKeys.make(session.account, body.name) };
  });

  registerEndpoint(app, contract.endKey, async ({ session, params, language }) => {
    await apiKeys.end(session.account, params.id);
    return { message: formatMessage('KEY_ENDED', language) };
  });

  /** Whether an attempt is left is settled by the file: it may be one that was paid for (decisions/158). */
  async function takeIn({ request, reply, session: { account } }: AudioCall) {
    const userId = account.id;
    await limiter.take('uploadsPerUserPerMinute', userId);
    await limitNewRecordings(limiter, account);
    await service.admit();
    return receiver.receive({ request, reply, userId, file }, async ({ fields, ...received }) => {
      const settings = readSettings(fields);
      const wanted = { anyLanguage: Boolean(settings.language), ownWords: findOwnWordsIn(settings.prompt ?? '') };
      return { row: await service.accept({ ...received, ...wanted, userId }), settings };
    });
  }

  /** Silent until the answer, for as long as clients wait: a first byte would promise a success. */
  async function waitForEnd(row: TranscriptionRow, gone: AbortSignal): Promise<TranscriptionRow | undefined> {
    const signal = AbortSignal.any([deps.isEnding, gone, AbortSignal.timeout(programWaitSeconds * 1000)]);
    for await (const { row: now } of watchTranscription(deps, row.id, signal)) if (isOver(now)) return now;
    if (!deps.isEnding.aborted && !gone.aborted) await service.promise(row);
    throw unfinished(deps.isEnding, 'STILL_WORKING', { id: row.id });
  }

  const answerWith = (task: Task) => async (call: AudioCall) => {
    const { request, reply, language, ip } = call;
    request.raw.socket.setKeepAlive(true, probeConnectionMilliseconds);
    const gone = whenGone(reply);
    const { row, settings } = await takeIn(call).catch((error: unknown) => {
      log('upload_rejected', { ip, reason: error instanceof Failure ? error.code : 'error' });
      throw error;
    });
    const { transcription } = await service.getOutcome(await waitForEnd(row, gone), language);
    if (!gone.aborted) await service.markTextSent(row.id);
    const written = writeText(task, transcription, settings);
    return typeof written === 'string' ? reply.type('text/plain; charset=utf-8').send(written) : written;
  };

  const onStranger = (ip: string) => limiter.take('uploadsPerIpPerMinute', ip);
  registerEndpoint(app, contract.listModels, async () => ({ object: 'list' as const, data: [model] }), { onStranger });
  registerEndpoint(app, contract.transcribeForProgram, answerWith('transcribe'), { onStranger });
  registerEndpoint(app, contract.translateForProgram, answerWith('translate'), { onStranger });
}
