import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  type AcceptedOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ResponseOf,
} from '#shared/contract/endpoint.ts';
import { isErrorCode } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { apiKeyPrefix } from '#shared/limits.ts';
import { Failure } from '../core/failure.ts';
import type { Caller, Session } from '../core/session.ts';
import { languageOf } from './answer-failure.ts';
import { clientAddressOf } from './read-request.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where sessions and keys are known: reads a bearer token, or throws the `Failure` to answer with. */
    authenticate?: (authorization: string | undefined, keys: Endpoint['keys']) => Promise<Session | Caller>;
  }
}

/** A request whose parts have passed the contract. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  language: Language;
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Of every call that is not public; of a key the account alone. */
  session: E['isPublic'] extends true ? undefined : E['keys'] extends string ? Caller : Session;
};

/** What a handler gives: the answer without its `success: true`, which is added here. */
type AnswerOf<E extends Endpoint> = Omit<ResponseOf<E> & object, 'success'> | Omit<AcceptedOf<E>, 'success'>;

/** The first complaint of a schema is a code of the catalogue where the schema names one, else "invalid request". */
export function parsePart<T>(schema: z.ZodMiniType<T> | undefined, value: unknown = {}): T | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = String(issue?.path[0] ?? '');
  const values = issue?.code === 'too_big' ? { param, max: Number(issue.maximum) } : { param };
  throw new Failure(isErrorCode(issue?.message) ? issue.message : 'BAD_REQUEST', { values });
}

type Options = {
  /** Told of a call without a valid session, before the refusal goes out; it may throw another one. */
  onStranger?: (ip: string) => Promise<void>;
};

type Guard = Options & Pick<Endpoint, 'keys'>;

const keyPattern = new RegExp(`${apiKeyPrefix}[\\w-]{43}`);

/** Who may act is settled before anything that was sent is looked at. */
async function requireSession(app: FastifyInstance, request: FastifyRequest, { keys, onStranger }: Guard) {
  if (!app.authenticate) throw new Error('a contract asks for sessions, and nothing here knows them');
  try {
    // Addresses stand in the logs of proxies: a key in one is no secret any more, whatever the header says.
    if (keyPattern.test(request.url)) throw new Failure('KEY_INVALID');
    return await app.authenticate(request.headers.authorization, keys);
  } catch (error) {
    if (error instanceof Failure && error.status === 401) await onStranger?.(clientAddressOf(request));
    throw error;
  }
}

/** Holds requests and answers against the contract; a handler that streams sends by itself and returns the reply. */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | FastifyReply>,
  options: Options = {},
): void {
  const sessions = new WeakMap<FastifyRequest, Session | Caller>();
  app.route({
    method: endpoint.method,
    url: pathOf(endpoint),
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    async onRequest(request) {
      if (!endpoint.isPublic) sessions.set(request, await requireSession(app, request, { ...options, ...endpoint }));
    },
    async handler(request, reply) {
      const call = {
        session: sessions.get(request),
        params: parsePart(endpoint.params, request.params),
        query: parsePart(endpoint.query, request.query),
        body: parsePart(endpoint.body, request.body),
        language: languageOf(request),
        ip: clientAddressOf(request),
        request,
        reply,
      } as Call<E>;
      // Awaiting a reply that was sent gives nothing.
      const answer = await handle(call);
      const { accepted, response } = endpoint;
      const schema = accepted !== undefined && reply.statusCode === 202 ? accepted : response;
      return answer === undefined ? reply : schema.parse({ success: true, ...answer });
    },
  });
}
