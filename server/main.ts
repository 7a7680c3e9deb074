import './config/load-env-file.ts';
import './config/process-defaults.ts';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#platform/read-variables.ts';
import { modelHosts, type SpeechEngine, startSpeechEngine } from '#speech/engine.ts';
import { type Config, readConfig } from './config/config.ts';
import { findLackOfRoom, requireWritable } from './config/data-folder.ts';
import { restrictOutboundHosts } from './config/outbound-hosts.ts';
import { explainStart } from './observability/describe-error.ts';
import { createApp } from './wiring/app.ts';
import { installCrashHandler } from './wiring/crash-handler.ts';
import { explainListening, terminalLog, writeStartNotice } from './wiring/start-notice.ts';

function refuseToStart(reason: string): never {
  console.error(`Cannot start: ${reason}`);
  process.exit(1);
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuseToStart(`these settings need a change.\n${error.message}`);
  }
}

/** Without its pages the service would answer every page with "not found". */
function requireWebApp({ role, isProduction, webDir }: Config): void {
  if (role === 'worker' || existsSync(path.join(webDir, 'so/index.html'))) return;
  if (isProduction) {
    const cure = 'Cure: npm run build, or copy dist/web from a machine that has built it.';
    refuseToStart(`the web app is not built (${webDir} is missing). ${cure}`);
  }
  console.error('No pages here: npm run build makes them (npm run dev shows them without).');
}

/** Models that cannot be fetched would leave the engine starting for ever; a folder that is filled already may be read-only. */
function requireModelsFolder(): void {
  const fetches =
    config.isProduction && config.role !== 'web' && speech.profile !== null && speech.profile !== 'starter';
  if (!fetches || (existsSync(speech.modelsDir) && readdirSync(speech.modelsDir).length > 0)) return;
  try {
    requireWritable(speech.modelsDir, 'MODELS_DIR');
  } catch (error) {
    refuseToStart(explainStart(error));
  }
}

function showStartNotice(engine: SpeechEngine): void {
  const timer = setInterval(() => {
    const state = engine.getState();
    if (state.description === null && state.state !== 'failed') return;
    clearInterval(timer);
    console.log(writeStartNotice(config, state));
  }, 250).unref();
}

const config = readConfigOrExit();
const { speech } = config;
requireWebApp(config);
requireModelsFolder();
restrictOutboundHosts([
  config.s3?.endpoint,
  ...(speech.baseUrl ? [speech.baseUrl] : Object.values(modelHosts)),
  speech.servers?.recogniser.url,
  speech.servers?.translator?.url,
]);
// A line for each request would bury what a person at a terminal is looking for.
const logger = config.isProduction ? { level: 'info' } : { level: 'warn', stream: terminalLog };
const lackOfRoom = config.databaseUrl ? undefined : await findLackOfRoom(config.dataDir);
if (lackOfRoom) refuseToStart(lackOfRoom);
const app = await createApp(config, {
  createEngine: () => startSpeechEngine(speech).engine,
  logger,
}).catch((error: unknown) => refuseToStart(explainStart(error)));
installCrashHandler();
await app.http.listen({ port: config.port, host: config.host }).catch(async (error: NodeJS.ErrnoException) => {
  console.error(`Cannot start: ${explainListening(error, config.port)}`);
  await app.close();
  process.exit(1);
});
console.log(`Somali Speech AI${config.role === 'all' ? '' : ` (${config.role})`} answers on ${config.appUrl.href}`);
if (!config.isProduction && app.engine) showStartNotice(app.engine);

let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    console.log('Ending: running work is finished or handed back…');
    await app.close();
    process.exit(0);
  });
}
