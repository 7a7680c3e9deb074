import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askServer } from '#server/admin/socket.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { createRandom } from '#tests/support/synthesise-signals.ts';
import { call } from '#tests/support/test-client.ts';
import { inspectAfterwards } from './inspect.ts';
import { createSpeech } from './speech.ts';
import { createVisitors } from './visitors.ts';

/** The longest time after a restart in which every piece of work must be done, refunded or under way to its end. */
const settleSeconds = 60;
const killCount = Number(process.env.FAULTS_KILLS ?? 50);
const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
const random = createRandom(seed);

async function readGauge(server: ServerProcess, name: string): Promise<number> {
  const response = await fetch(`${server.base}/metrics`);
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await response.text())?.[1] ?? Number.NaN);
}

/** Seconds until nothing is in flight and no mail waits. */
async function waitUntilSettled(server: ServerProcess): Promise<number> {
  const from = Date.now();
  for (;;) {
    const inFlight = await readGauge(server, 'somalispeak_transcriptions_in_flight');
    const waiting = await readGauge(server, 'somalispeak_mails_waiting');
    const seconds = (Date.now() - from) / 1000;
    if (inFlight === 0 && waiting === 0) return seconds;
    if (seconds > settleSeconds)
      throw new Error(`after ${settleSeconds} s: ${inFlight} transcriptions and ${waiting} mails are still open`);
    await sleep(200);
  }
}

async function demandBalance(server: ServerProcess): Promise<void> {
  const answer = await askServer(server.dataDir, ['check']);
  if (answer?.text !== 'Every balance equals its ledger.') throw new Error(`the ledger: ${answer?.text}`);
}

/** The scripted engine by default; `real` runs the starter models. */
const isReal = process.env.FAULTS_ENGINE === 'real';
const postgres = process.env.FAULTS_DATABASE === 'postgres' ? await startPostgresServer() : undefined;
const databaseUrl = await postgres?.createDatabase();
console.log(
  `faults: ${killCount} × kill -9 on ${databaseUrl ? 'PostgreSQL' : 'the embedded database'}, the ${isReal ? 'real' : 'scripted'} engine, seed ${seed} (FAULTS_SEED=${seed} repeats the moments)`,
);
const server = await createServerProcess({
  env: {
    SCRIPTED_WORK_MS: '700',
    CONFIG: '{ "orphanGraceMinutes": 0 }',
    WORKER_CONCURRENCY: '3',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(isReal ? { ENGINE: 'real', SPEECH_PROFILE: 'starter', WORKER_CONCURRENCY: '1', MAX_AUDIO_SECONDS: '30' } : {}),
  },
});
const visitors = createVisitors(server.base, { random, makeRecording: isReal ? createSpeech(random) : undefined });
const settled: number[] = [];
try {
  await server.start();
  for (let kill = 1; kill <= killCount; kill += 1) {
    const busy = visitors.start();
    const atMilliseconds = 20 + Math.floor(random() * (isReal ? 8_000 : 4_000));
    await sleep(atMilliseconds);
    await server.kill();
    await busy.stop();
    await server.start();
    const seconds = await waitUntilSettled(server);
    settled.push(seconds);
    await demandBalance(server);
    console.log(
      `kill ${kill} after ${atMilliseconds} ms: settled ${seconds.toFixed(1)} s after the restart, ledger equal`,
    );
  }
  await visitors.checkPromises();
  console.log(`acknowledged: ${visitors.links.length} links, ${visitors.results.length} results; each still stands`);
  const swept = await askServer(server.dataDir, ['sweep']);
  console.log(swept?.text);
  const again = await askServer(server.dataDir, ['sweep']);
  if (!again?.isOk || Object.values(again.data as Record<string, number>).some((count) => count > 0))
    throw new Error(`a second sweep found more: ${again?.text}`);
  const health = await call(server.base, '/api/health');
  if (health.status !== 200) throw new Error('the server does not answer any more');
  await server.terminate();
  const report = await inspectAfterwards(server.dataDir, databaseUrl);
  const outbox = readdirSync(path.join(server.dataDir, 'outbox')).filter((name) => name.endsWith('.eml'));
  if (outbox.length !== report.mails) throw new Error(`${report.mails} mails but ${outbox.length} files`);
  const missing = visitors.links.filter((link) => !report.sentLinks(link));
  if (missing.length > 0) throw new Error(`${missing.length} acknowledged links never went out`);
  console.log(
    `PASS: ${killCount} kills; longest settling ${Math.max(...settled).toFixed(1)} s of ${settleSeconds}; ` +
      `${report.mails} mails, each sent once; ${report.transcriptions} transcriptions (${report.states}); no orphan files`,
  );
} finally {
  await server.destroy();
  await postgres?.destroy();
}
