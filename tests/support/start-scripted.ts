// The whole server in a process of its own, on the scripted engine: what the fault and load tests start and kill.
import '#server/config/process-defaults.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/config/config.ts';
import { findLackOfRoom } from '#server/config/data-folder.ts';
import { createApp } from '#server/wiring/app.ts';
import { startSpeechEngine } from '#speech/engine.ts';
import { createScriptedEngine } from './scripted-engine.ts';

const {
  SCRIPTED_WORK_MS = '300',
  SCRIPTED_AHEAD_HOURS = '0',
  SCRIPTED_LONG_ONE_IN = '0',
  LOG_LEVEL: level = 'warn',
  CONFIG = '{}',
  ENGINE,
} = process.env;
const config = { ...readConfig(process.env), ...JSON.parse(CONFIG) };
const onStart = (isResumed: boolean) => console.log(isResumed ? 'resumed' : 'working');
const workMilliseconds = Number(SCRIPTED_WORK_MS);
const longOneIn = Number(SCRIPTED_LONG_ONE_IN);
/** Each of its slices takes as long as a short recording. */
const longWork = {
  slices: (bytes: Buffer) => (bytes.readUInt16LE(bytes.length - 2) % longOneIn === 0 ? 8 : 1),
  onSlice: (at: number) => (at > 0 ? sleep(workMilliseconds) : undefined),
};
const { engine } = createScriptedEngine({ workMilliseconds, onStart, ...(longOneIn > 0 ? longWork : {}) });
const lackOfRoom = config.databaseUrl ? undefined : await findLackOfRoom(config.dataDir);
if (lackOfRoom) throw new Error(lackOfRoom);
const app = await createApp(config, {
  createEngine: () => (ENGINE === 'real' ? startSpeechEngine(config.speech).engine : engine),
  clock: { now: () => new Date(Date.now() + Number(SCRIPTED_AHEAD_HOURS) * 3_600_000) },
  logger: { level },
});
await app.http.listen({ port: config.port, host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
