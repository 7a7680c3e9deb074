import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { makeRecording, signIn, upload } from '../support/test-client.ts';

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const bodies: Export[] = [];
const collector = createServer(async (request, response) => {
  bodies.push((await json(request)) as Export);
  response.setHeader('content-type', 'application/json').end('{}');
});
let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  app = await startTestApp({ database: 'Postgres', env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  collector.closeAllConnections();
  collector.close();
  await destroySharedPostgres();
});

it('one trace leads from the request through the queue to the engine, and names nobody', async () => {
  const { token, email } = await signIn(app.base);
  const answer = await upload(app.base, token, makeRecording());
  expect(answer.status).toBe(200);
  // Ending sends what is still waiting.
  await app.destroy();
  const spans = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const find = (name: string) => spans.find((span) => span.name === name);
  const [request, work, engine] = [
    find('POST /api/transcription/upload'),
    find('work transcribe'),
    find('engine transcribe'),
  ];
  expect(work).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(engine).toMatchObject({ traceId: request?.traceId, parentSpanId: work?.spanId });
  const all = JSON.stringify(bodies);
  for (const secret of [email, token, answer.body.data.transcription.transcript]) expect(all).not.toContain(secret);
});
