// The whole server in a process of its own, on the scripted engine: what the fault and load tests start and kill.
import '#server/config/process-defaults.ts';
import { readConfig } from '#server/config/config.ts';
import { createApp } from '#server/wiring/app.ts';
import { waitForRoom } from '#server/wiring/wait-for-room.ts';
import { createScriptedEngine } from './scripted-engine.ts';

const { SCRIPTED_WORK_MS = '300', SCRIPTED_AHEAD_HOURS = '0', LOG_LEVEL: level = 'warn' } = process.env;
const config = readConfig(process.env);
const onStart = (isResumed: boolean) => console.log(isResumed ? 'resumed' : 'working');
const { engine } = createScriptedEngine({ workMilliseconds: Number(SCRIPTED_WORK_MS), onStart });
await waitForRoom(config, { logger: { level } });
const app = await createApp(config, {
  createEngine: () => engine,
  clock: { now: () => new Date(Date.now() + Number(SCRIPTED_AHEAD_HOURS) * 3_600_000) },
  logger: { level },
});
await app.http.listen({ port: config.port, host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
