import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from '../db/schema.ts';
import { nameError } from './describe-error.ts';

/** What a piece of work is done for; it goes along with jobs, so that a worker's lines can be found by the request's id. */
export type RequestContext = { requestId: string };

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Everything that `work` begins belongs to the request. */
export const runForRequest = <T>(context: RequestContext | undefined, work: () => T): T =>
  context ? storage.run(context, work) : work();

/** Does nothing, and costs next to nothing, until `startTracing` has put a recorder behind it. */
const tracer = trace.getTracer('somali-speech-ai');

/** The request under way: kept with the work that it asks for. */
export function currentOrigin(): Origin {
  const carrier: Origin = {};
  propagation.inject(context.active(), carrier);
  return { ...currentRequest(), ...(carrier.traceparent ? { traceparent: carrier.traceparent } : {}) };
}

type SpanOptions = { kind?: SpanKind; attributes?: Attributes; parent?: Context };

/** Records `work` as one step of the trace. Of an error its type and code alone: messages may hold anything (security.md S9). */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { parent = context.active(), ...rest } = options;
  return tracer.startActiveSpan(name, rest, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: nameError(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A job's work, under the request that asked for it. */
export const inJobSpan = <T>(name: string, carrier: Origin, work: () => Promise<T>): Promise<T> =>
  inSpan(
    `work ${name}`,
    {
      kind: SpanKind.CONSUMER,
      parent: propagation.extract(ROOT_CONTEXT, carrier),
      attributes: { 'messaging.destination.name': name },
    },
    work,
  );

/** One span a request, by its route and never by its address, which may hold a magic link. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

type Options = { endpoint: string | undefined; serviceName: string; role: string };

/**
 * Sends traces to an OpenTelemetry collector where one is named. The recorder is loaded only then: whoever has no collector
 * pays nothing for it.
 * @returns a function that sends what is still waiting and ends it
 */
export async function startTracing({ endpoint, serviceName, role }: Options): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.role': role }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}
