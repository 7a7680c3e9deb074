import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { describeError } from './describe-error.ts';
import { runForRequest } from './request-context.ts';

type LoggerOptions = FastifyServerOptions['logger'] & object;
type LogArguments = [fields: unknown, message?: unknown, ...rest: unknown[]];

/** The logger takes an error's message for its line where none is given; the message may hold anything. */
function withoutMessageOf([fields, message, ...rest]: LogArguments): LogArguments {
  if (fields instanceof Error) return [{ err: fields }, 'error'];
  const { err } = (fields ?? {}) as { err?: unknown };
  if (!(err instanceof Error)) return [fields, message, ...rest];
  return [fields, message === undefined || message === err.message ? 'error' : message, ...rest];
}

const describeRequest = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? 'none' });

const serializers: Record<string, (value: never) => object> = {
  err: (error) => describeError(error),
  error: (error) => describeError(error),
  req: describeRequest,
  res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
};

/** Logs by allow-list: of errors, requests and answers only the fields named here (security.md S9, S59). */
export const withAllowList = (logger: LoggerOptions): LoggerOptions => ({
  ...logger,
  serializers: serializers as LoggerOptions['serializers'] & object,
  hooks: {
    logMethod(args, method) {
      method.apply(this, withoutMessageOf(args as unknown as LogArguments) as Parameters<typeof method>);
    },
  },
});

/** One line a request, by its route and never by its address: addresses hold magic links and signatures (security.md S9). */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => runForRequest({ requestId: request.id }, done));
  app.addHook('onResponse', async (request, reply) => {
    const answered = { status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) };
    request.log.info({ ...describeRequest(request), ...answered }, 'request');
  });
}
