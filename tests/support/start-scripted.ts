import '#server/config/process-defaults.ts';
import { readConfig } from '#server/config/config.ts';
import { createApp } from '#server/wiring/app.ts';
import { waitForRoom } from '#server/wiring/wait-for-room.ts';
import { createScriptedEngine } from './scripted-engine.ts';

/** The whole server in a process of its own, on the scripted engine: what the fault and load tests start and kill. */
const config = readConfig(process.env);
const workMilliseconds = Number(process.env.SCRIPTED_WORK_MS ?? 300);
const aheadMilliseconds = Number(process.env.SCRIPTED_AHEAD_HOURS ?? 0) * 3_600_000;
const logger = { level: process.env.LOG_LEVEL ?? 'warn' };
await waitForRoom(config, { logger });
const app = await createApp(config, {
  createEngine: () => {
    const onStart = (isResumed: boolean) => console.log(isResumed ? 'resumed' : 'working');
    return createScriptedEngine({ workMilliseconds, onStart }).engine;
  },
  clock: { now: () => new Date(Date.now() + aheadMilliseconds) },
  logger,
});
await app.http.listen({ port: config.port, host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', async () => {
  await app.close();
  process.exit(0);
});
