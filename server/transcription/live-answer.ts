import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type UploadEvent, uploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import { answerHeartbeatSeconds } from '#shared/limits.ts';
import type { Failure } from '../core/failure.ts';
import { describeFailure, toFailure } from '../http/answer-failure.ts';
import { isOver, type Snapshot } from './follow.ts';
import { fillSilence } from './keep-alive.ts';
import type { TranscriptionService } from './service.ts';

const liveContentType = 'application/x-ndjson; charset=utf-8';
const stages = ['audio', 'recognition', 'enhancement', 'translation'] as const;

type Options = {
  id: string;
  language: Language;
  requestId: string;
  service: TranscriptionService;
  snapshots: AsyncIterable<Snapshot>;
  /** What to say when the wait ends before the work does. */
  unfinished: () => Failure;
};

/** A line that is worth an attempt: without text a client has nothing yet. */
const carriesText = (event: UploadEvent): boolean => 'text' in event && event.text.trim() !== '';

const line = (event: UploadEvent) => `${JSON.stringify(uploadEvent.parse(event))}\n`;

/** The stages as lines of JSON, each event once and again only when it changed; the last line is `done` or `error`; an empty line only says that the wait goes on. */
async function* writeLines({
  id,
  language,
  requestId,
  service,
  snapshots,
  unfinished,
}: Options): AsyncGenerator<string> {
  const sent = new Map<string, string>();
  let isTextNoted = false;
  async function noteText(): Promise<void> {
    if (!isTextNoted) await service.noteTextLeaving(id);
    isTextNoted = true;
  }
  try {
    for await (const { row, position } of snapshots) {
      const events: UploadEvent[] = row?.state === 'queued' ? [{ stage: 'queued', id, position }] : [];
      for (const stage of stages) {
        const event = row?.progress[stage];
        if (event) events.push(event);
      }
      for (const event of events) {
        const text = line(event);
        if (sent.get(event.stage) === text) continue;
        sent.set(event.stage, text);
        if (carriesText(event)) await noteText();
        yield text;
      }
      if (isOver(row)) {
        const last = line({ stage: 'done', data: await service.conclude(row, language) });
        await noteText();
        yield last;
        return;
      }
    }
    yield errorLine(unfinished(), language, requestId);
  } catch (error) {
    yield errorLine(error, language, requestId);
  }
}

function errorLine(error: unknown, language: Language, requestId: string): string {
  const failure = toFailure(error);
  return line({ stage: 'error', status: failure.status, ...describeFailure(failure, language, requestId) });
}

export function sendLive(reply: FastifyReply, options: Options): FastifyReply {
  const lines = fillSilence(writeLines(options), { filler: '\n', everyMilliseconds: answerHeartbeatSeconds * 1000 });
  return reply
    .type(liveContentType)
    .header('x-accel-buffering', 'no')
    .send(Readable.from(lines, { objectMode: false }));
}
