import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxUploadBytes } from '#shared/limits.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createServerProcess } from '#tests/support/server-process.ts';
import { readSession, signIn } from '#tests/support/test-client.ts';

const userCount = Number(process.env.LOAD_USERS ?? 50);
const growthLimitMegabytes = 200;
const quietSeconds = 10;
const megabyte = 1_048_576;

const readMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Milliseconds of `/auth/session`, asked ten times a second until told to stop. */
async function measureSessions(base: string, token: string, isOver: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  while (!isOver()) {
    const from = performance.now();
    const answer = await readSession(base, token);
    if (answer.status !== 200) throw new Error(`a session answered ${answer.status} under load`);
    samples.push(performance.now() - from);
    await sleep(100);
  }
  return samples;
}

/** Streams the file, each user with other first bytes, so that no two recordings are the same. */
function sendRecording(base: string, token: string, file: string): Promise<number> {
  const head = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), randomBytes(32)]);
  const before = Buffer.concat([
    Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n',
    ),
    head,
  ]);
  const after = Buffer.from('\r\n--b--\r\n');
  const fileBytes = statSync(file).size;
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/api/transcription/upload`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': before.length + fileBytes + after.length,
      },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.write(before);
    const body = createReadStream(file);
    body.on('end', () => sent.end(after));
    body.pipe(sent, { end: false });
  });
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'load-'));
const file = path.join(folder, 'recording');
writeFileSync(file, Buffer.alloc(maxUploadBytes - 44, 7));
const postgres = await startPostgresServer();
const shared = {
  DATABASE_URL: await postgres.createDatabase(),
  SESSION_SECRET: randomBytes(48).toString('base64'),
  DATA_DIR: folder,
  CONFIG: JSON.stringify({ uploadIdleSeconds: 120, uploadTotalSeconds: 600, answerWaitSeconds: 600 }),
};
const web = await createServerProcess({ env: { ...shared, ROLE: 'web' } });
const worker = await createServerProcess({
  env: { ...shared, ROLE: 'worker', SCRIPTED_WORK_MS: '200', WORKER_CONCURRENCY: '2' },
});
try {
  await worker.start();
  await web.start();
  const tokens: string[] = [];
  for (let user = 0; user < userCount; user += 1) tokens.push((await signIn(web.base)).token);
  const { token: watcher } = await signIn(web.base);

  const quietUntil = Date.now() + quietSeconds * 1000;
  const quiet = await measureSessions(web.base, watcher, () => Date.now() > quietUntil);
  const idle = readMemory(web.pid);

  let isOver = false;
  let peak = idle;
  const watching = setInterval(() => {
    peak = Math.max(peak, readMemory(web.pid));
  }, 50);
  let seconds = 0;
  const from = Date.now();
  const sent = Promise.all(tokens.map((token) => sendRecording(web.base, token, file))).finally(() => {
    seconds = (Date.now() - from) / 1000;
    isOver = true;
    clearInterval(watching);
  });
  const [statuses, busy] = await Promise.all([sent, measureSessions(web.base, watcher, () => isOver)]);

  const done = statuses.filter((status) => status === 200).length;
  const growth = peak - idle;
  const ratio = percentile(busy, 0.99) / percentile(quiet, 0.99);
  console.log(
    `load: ${userCount} users × ${(maxUploadBytes / megabyte).toFixed(0)} MB at once, ${seconds.toFixed(1)} s, ${done} results`,
  );
  console.log(
    `web process: ${idle.toFixed(0)} MB idle, ${peak.toFixed(0)} MB at most: +${growth.toFixed(0)} MB (bar: ${growthLimitMegabytes})`,
  );
  console.log(
    `/auth/session p99: ${percentile(quiet, 0.99).toFixed(1)} ms alone, ${percentile(busy, 0.99).toFixed(1)} ms under load, ratio ${ratio.toFixed(2)} (${busy.length} samples)`,
  );
  if (done !== userCount) throw new Error(`answers: ${statuses.join(' ')}`);
  if (growth > growthLimitMegabytes) throw new Error('the web process grew too much');
  console.log('PASS');
} finally {
  await web.destroy();
  await worker.destroy();
  await postgres.destroy();
  rmSync(folder, { recursive: true, force: true });
}
