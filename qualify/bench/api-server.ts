import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { readSession } from '#server/accounts/store.ts';
import { readConfig } from '#server/config/config.ts';
import { createApp } from '#server/wiring/app.ts';
import { startSpeechEngine } from '#speech/engine.ts';

/** The product and, beside it on the same database, a bare route that makes the same single query: what `bench -- api` asks. */
const config = readConfig(process.env);
const { engine, ready } = startSpeechEngine();
const app = await createApp(config, { createEngine: () => engine, logger: { level: 'error' }, print: () => {} });
await app.http.listen({ port: config.port, host: '127.0.0.1' });

const bare = Fastify();
bare.get<{ Params: { id: string } }>('/:id', async ({ params }) => readSession(app.database.db, params.id));
await bare.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' });

const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('message', (message) => {
  if (message === 'watch') {
    delay.reset();
    delay.enable();
    return;
  }
  delay.disable();
  process.send?.({ p99Milliseconds: delay.percentile(99) / 1e6, maxMilliseconds: delay.max / 1e6 });
});
await ready;
process.send?.('ready');
