import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '#tests/support/find-free-port.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { signIn, upload } from '#tests/support/test-client.ts';
import { wideLimits } from '#tests/support/wide-limits.ts';
import { loadPackage } from './load-package.ts';
import { median } from './median.ts';

/** Many short turns and the median of their ratios, because a machine is never equally busy for long. */
const roundSeconds = 1;
const rounds = 11;
const connections = 20;
const ratioBar = 0.7;
const delayBarMilliseconds = 20;
const fixture = new URL('../../tests/fixtures/audio/', import.meta.url);

type Autocannon = {
  default(options: {
    url: string;
    headers: Record<string, string>;
    connections: number;
    duration: number;
  }): Promise<{ requests: { average: number }; non2xx: number; errors: number }>;
};

async function measure(url: string, headers: Record<string, string> = {}): Promise<number> {
  const { default: autocannon } = await loadPackage<Autocannon>('autocannon');
  const result = await autocannon({ url, headers, connections, duration: roundSeconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}

async function startServer(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bench-api-'));
  const [port, barePort] = [await findFreePort(), await findFreePort()];
  const database = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const child: ChildProcess = fork(new URL('./api-server.ts', import.meta.url), {
    env: {
      ...process.env,
      ...wideLimits,
      ...database,
      DATA_DIR: dataDir,
      PORT: String(port),
      BARE_PORT: String(barePort),
    },
    serialization: 'advanced',
  });
  await once(child, 'message');
  return {
    base: `http://127.0.0.1:${port}`,
    bare: `http://127.0.0.1:${barePort}`,
    child,
    end() {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Turn by turn in one run, so that a busy machine slows both alike. */
async function compareSessions(name: string, server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const { token } = await signIn(server.base);
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measure(`${server.bare}/${sid}`));
    ours.push(await measure(`${server.base}/api/auth/session`, { authorization: `Bearer ${token}` }));
  }
  const ratio = median(ours.map((perSecond, round) => perSecond / (bare[round] ?? perSecond)));
  console.log(
    `GET /auth/session on ${name}: ${median(ours).toFixed(0)}/s, bare route with the same query ${median(bare).toFixed(0)}/s, ratio ${ratio.toFixed(2)} (bar ≥ ${ratioBar}) ${ratio >= ratioBar ? 'ok' : 'MISSED'}`,
  );
}

async function measureDelay(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const { token } = await signIn(server.base);
  const recording = readFileSync(new URL(process.env.BENCH_AUDIO ?? 'speech-30s.webm', fixture));
  server.child.send('watch');
  const from = Date.now();
  const answer = await upload(server.base, token, recording);
  const seconds = (Date.now() - from) / 1000;
  const reply = once(server.child, 'message');
  server.child.send('read');
  const [{ p99Milliseconds, maxMilliseconds }] = (await reply) as [
    { p99Milliseconds: number; maxMilliseconds: number },
  ];
  console.log(
    `event loop while the engine works (${seconds.toFixed(1)} s, answer ${answer.status}): p99 ${p99Milliseconds.toFixed(1)} ms (bar ≤ ${delayBarMilliseconds}), longest ${maxMilliseconds.toFixed(1)} ms ${p99Milliseconds <= delayBarMilliseconds ? 'ok' : 'MISSED'}`,
  );
}

/** design.md §7: what a session costs beyond its query, and what recognition does to everybody else's requests. */
export async function run(): Promise<void> {
  const embedded = await startServer(undefined);
  try {
    await compareSessions('the embedded database', embedded);
    await measureDelay(embedded);
  } finally {
    embedded.end();
  }
  const postgres = await startPostgresServer();
  const served = await startServer(await postgres.createDatabase());
  try {
    await compareSessions('PostgreSQL', served);
  } finally {
    served.end();
    await postgres.destroy();
  }
}
