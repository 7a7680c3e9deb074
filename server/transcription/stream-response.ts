import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type UploadEvent, uploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import { answerHeartbeatSeconds } from '#shared/limits.ts';
import type { Failure } from '../core/failure.ts';
import { describeFailure, toFailure } from '../http/answer-failure.ts';
import type { TranscriptionService } from './service.ts';
import { isOver, type Poll } from './watch-transcription.ts';

const liveContentType = 'application/x-ndjson; charset=utf-8';
const stages = ['audio', 'recognition', 'enhancement', 'translation'] as const;

type Options = {
  id: string;
  language: Language;
  requestId: string;
  service: TranscriptionService;
  polls: AsyncIterable<Poll>;
  onFailure: (failure: Failure) => void;
  unfinished: () => Failure;
  now?: () => number;
};

/** A line that is worth an attempt: without text a client has nothing yet. */
const carriesText = (event: UploadEvent): boolean => 'text' in event && event.text.trim() !== '';

/** Of a text that grows for an hour its end: the whole comes with the result, and meanwhile to who asks for it. */
const liveTextCharacters = 4_000;
function shorten(event: UploadEvent): UploadEvent {
  if (!('text' in event) || event.text.length <= liveTextCharacters) return event;
  const end = event.text.slice(-liveTextCharacters);
  return { ...event, text: `…${end.slice(end.indexOf(' '))}` };
}

const line = (event: UploadEvent) => `${JSON.stringify(uploadEvent.parse(event))}\n`;

/** Each event once and again only when it changed, at last `done` or `error`; empty lines keep proxies waiting. */
async function* writeLines(options: Options): AsyncGenerator<string> {
  const { id, language, requestId, service, polls, now = () => performance.now() } = options;
  const sent = new Map<string, string>();
  let spokeAt = now();
  let isTextNoted = false;
  async function noteText(): Promise<void> {
    if (!isTextNoted) await service.markTextSent(id);
    isTextNoted = true;
  }
  try {
    for await (const { row, position } of polls) {
      // First in any case: by its id the reader can end the work.
      const isUnnamed = !sent.has('queued') && !isOver(row);
      const queued = isUnnamed || row?.state === 'queued' ? ({ stage: 'queued', id, position } as const) : undefined;
      for (const event of [queued, ...stages.map((stage) => row?.progress[stage])]) {
        if (!event) continue;
        const text = line(shorten(event));
        if (sent.get(event.stage) === text) continue;
        sent.set(event.stage, text);
        if (carriesText(event)) await noteText();
        yield text;
        spokeAt = now();
      }
      if (now() - spokeAt >= answerHeartbeatSeconds * 1000) {
        yield '\n';
        spokeAt = now();
      }
      if (isOver(row)) {
        const last = line({ stage: 'done', data: await service.getOutcome(row, language) });
        await noteText();
        yield last;
        return;
      }
    }
    throw options.unfinished();
  } catch (error) {
    const failure = toFailure(error);
    options.onFailure(failure);
    yield line({ stage: 'error', status: failure.status, ...describeFailure(failure, language, requestId) });
  }
}

export function streamResponse(reply: FastifyReply, options: Options): FastifyReply {
  return reply
    .type(liveContentType)
    .header('x-accel-buffering', 'no')
    .send(Readable.from(writeLines(options), { objectMode: false }));
}
