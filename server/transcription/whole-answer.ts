import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Language } from '#shared/languages.ts';
import { answerBeginsWithinSeconds, answerHeartbeatSeconds } from '#shared/limits.ts';
import { describeFailure, toFailure } from '../http/answer-failure.ts';
import { fillSilence, isOverWithin, type Pause } from './keep-alive.ts';

type Options = {
  reply: FastifyReply;
  language: Language;
  requestId: string;
  /** Time as a port. */
  pause?: Pause;
};

/** One piece: the answer, or the failure with the status that it would have had. */
async function* writeWhole(work: Promise<object>, { language, requestId }: Pick<Options, 'language' | 'requestId'>) {
  try {
    yield JSON.stringify(await work);
  } catch (error) {
    const failure = toFailure(error);
    yield JSON.stringify({ status: failure.status, ...describeFailure(failure, language, requestId) });
  }
}

/**
 * Answers with what `work` ends in. Proxies cut an answer off that has not begun within a minute, and take the whole server
 * out of service for it; so a slow one begins with spaces, which JSON allows. Its status has left by then: a failure after
 * that is told by the body alone (docs/decisions/061-answers-that-begin-before-they-are-known.md).
 */
export async function sendWhole(work: Promise<object>, { reply, ...options }: Options): Promise<object> {
  const time = options.pause ? { pause: options.pause } : {};
  if (await isOverWithin(work, answerBeginsWithinSeconds * 1000, options.pause)) return work;
  const body = fillSilence(writeWhole(work, options), {
    filler: ' ',
    everyMilliseconds: answerHeartbeatSeconds * 1000,
    ...time,
  });
  async function* beginNow() {
    yield ' ';
    yield* body;
  }
  return reply
    .type('application/json; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(beginNow(), { objectMode: false }));
}
