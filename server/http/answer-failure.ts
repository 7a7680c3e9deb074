import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { formatSentence } from '#platform/format-sentence.ts';
import { isDiskFull } from '#platform/free-space.ts';
import type { FailureResponse } from '#shared/contract/endpoint.ts';
import type { ProgramFailure } from '#shared/contract/programs.ts';
import { type Language, parseAcceptLanguage } from '#shared/languages.ts';
import { programsBasePath } from '#shared/limits.ts';
import { Failure } from '../core/failure.ts';
import { isDatabaseGone, isDuplicate } from '../db/database-errors.ts';
import { storageFull } from '../storage/free-space.ts';
import { StorageUnavailable } from '../storage/storage.ts';

const retryWhenUnavailableSeconds = 5;

export const languageOf = (request: FastifyRequest): Language =>
  parseAcceptLanguage(request.headers['accept-language']);

/** A client that left gets no answer: what breaks off for it is no error of ours, and no refusal. */
export const hasHungUp = ({ raw, socket }: FastifyRequest): boolean => raw.aborted || socket.destroyed;

/** Whatever was thrown, as a failure of the catalogue; what is not ours to explain becomes a general sentence. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  // First, because a client that hangs up in its body is ours to refuse, and has the codes of a database that is gone.
  const { statusCode } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === 404) return new Failure('NOT_FOUND', { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('BAD_REQUEST', { cause: error });
  if (isDatabaseGone(error) || error instanceof StorageUnavailable) {
    return new Failure('UNAVAILABLE', { retryAfterSeconds: retryWhenUnavailableSeconds, cause: error });
  }
  if (isDiskFull(error)) return storageFull(error);
  if (isDuplicate(error)) return new Failure('CONFLICT', { cause: error });
  return new Failure('SERVER_ERROR', { cause: error });
}

/** The one shape of every failure (design.md §4). */
export function describeFailure(failure: Failure, language: Language, requestId: string): FailureResponse {
  const { code, values, retryAfterSeconds, data } = failure;
  const error = formatSentence(code, language, values);
  return { success: false, error, message: error, code, requestId, retryAfterSeconds, data };
}

/** OpenAI's shape, which the programs of others read. */
function describeForProgram({ code, status, values }: Failure, language: Language): ProgramFailure {
  const type = status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error';
  const message = formatSentence(code, language, values);
  return { error: { message, type, param: String(values.param ?? '') || null, code } };
}

/** What lies behind an answer of 5xx. */
export function logFailure({ status, cause, code }: Failure, request: FastifyRequest): void {
  if (status < 500 || cause === undefined || hasHungUp(request)) return;
  request.log.error({ err: cause, route: request.routeOptions.url ?? 'none', code }, 'request failed');
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error);
  logFailure(failure, request);
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  const language = languageOf(request);
  const isProgram = request.url.startsWith(`${programsBasePath}/`);
  const described = isProgram ? describeForProgram(failure, language) : describeFailure(failure, language, request.id);
  return reply.code(failure.status).send(described);
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerFailure(new Failure('NOT_FOUND'), request, reply);
