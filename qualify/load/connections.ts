// npm run qualify -- load-connections [SECONDS [directly|nginx]]: what visitors wait for beside one who keeps sixty connections busy, hangs up,
// sends slowly and not to the end; directly, and behind the shipped nginx where this machine has one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from '#qualify/fleet/certificate.ts';
import { findFronts, startFront } from '#qualify/fleet/front.ts';
import { askServer } from '#server/admin/socket.ts';
import { findFreePort } from '#tests/support/find-free-port.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeRecording, signIn, uniqueEmail } from '#tests/support/test-client.ts';
import type { Attack } from './attack.ts';

const seconds = Number(process.argv[2] ?? 130);
const counts = { keptAlive: 60, hangUps: 3, slow: 60, half: 300 };
const quietSeconds = 5;
const attempts = 3;
const visitor = '127.0.0.2';
/** Milliseconds within which 99 of 100 fresh requests are answered. */
const bars = { nginx: 500, directly: 2_000 };

type Place = { base: string; certificate: string | undefined };
type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** One request on a connection of its own: milliseconds to the end of its answer, from the handshake on. */
function ask({ base, certificate: ca }: Place, url: string, { body, ...sent }: Sent = {}): Promise<number> {
  const from = performance.now();
  const client = base.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const options = { ...sent, agent: false, localAddress: visitor, family: 4, ...(ca && { ca }) };
    const request = client.request(`${base}${url}`, options, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 400) reject(new Error(`${url}: ${statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - from));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const signUp = (place: Place) => {
  const body = JSON.stringify({ fullName: 'Xaawo Cali', email: uniqueEmail() });
  return ask(place, '/api/auth/signup', { method: 'POST', headers: json, body });
};

function upload(place: Place, token: string): Promise<number> {
  const head =
    '--b\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), makeRecording(), Buffer.from('\r\n--b--\r\n')]);
  const type = { 'content-type': 'multipart/form-data; boundary=b', prefer: 'respond-async' };
  const headers = { ...type, authorization: `Bearer ${token}` };
  return ask(place, '/api/transcription/upload', { method: 'POST', headers, body });
}

/** Twenty reads a second, a sign-up each second, a recording every other one. */
async function measure(place: Place, tokens: readonly string[], forSeconds: number) {
  const found = { reads: [] as number[], 'sign-ups': [] as number[], uploads: [] as number[], lost: [] as string[] };
  const open: Promise<unknown>[] = [];
  const note = (kind: 'reads' | 'sign-ups' | 'uploads', answer: Promise<number>) => {
    const lost = (error: Error) => found.lost.push(`${kind}: ${error.message}`);
    open.push(answer.then((milliseconds) => found[kind].push(milliseconds), lost));
  };
  const until = Date.now() + forSeconds * 1000;
  for (let at = 0; Date.now() < until; at += 1) {
    note('reads', ask(place, at % 2 === 0 ? '/api/health' : '/api/docs'));
    if (at % 20 === 0) note('sign-ups', signUp(place));
    const token = tokens[Math.floor(at / 40 / attempts)];
    if (at % 40 === 0 && token) note('uploads', upload(place, token));
    await sleep(50);
  }
  await Promise.all(open);
  return found;
}

function describeTimes(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
  return `${sorted.length}: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`;
}

const countDescriptors = ({ pid }: ServerProcess) => readdirSync(`/proc/${pid}/fd`).length;

function startAttack(attack: Attack): ChildProcess {
  const script = path.join(import.meta.dirname, 'attack.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(attack)], { stdio: ['pipe', 'inherit', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

type Way = { name: keyof typeof bars; place: Place; localAddress: string };

async function attackAndMeasure(server: ServerProcess, { name, place, localAddress }: Way): Promise<boolean> {
  const tokens: string[] = [];
  while (tokens.length < seconds / 2 / attempts + 2) tokens.push((await signIn(server.base)).token);
  const { token } = await signIn(server.base);
  const quiet = await measure(place, [], quietSeconds);
  const before = countDescriptors(server);
  const child = startAttack({ ...place, token, localAddress, counts });
  await sleep(2_000);
  const found = await measure(place, tokens, seconds);
  const during = countDescriptors(server);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await sleep(3_000);
  const from = localAddress === visitor ? 'from the same address' : 'from another address';
  console.log(`${name}, ${from}, ${seconds} s of ${JSON.stringify(counts)}`);
  console.log(`  reads before ${describeTimes(quiet.reads)}; beside it ${describeTimes(found.reads)}`);
  console.log(`  sign-ups ${describeTimes(found['sign-ups'])}; uploads taken ${describeTimes(found.uploads)}`);
  console.log(
    `  descriptors ${before}, ${during}, ${countDescriptors(server)}; lost ${found.lost.length} ${found.lost[0] ?? ''}`,
  );
  const all = [...found.reads, ...found['sign-ups'], ...found.uploads].toSorted((a, b) => a - b);
  const p99 = all[Math.floor((all.length - 1) * 0.99)] ?? Number.NaN;
  console.log(`  all fresh requests: p99 ${Math.round(p99)} ms (bar: ${bars[name]})`);
  const ledger = await askServer(server.dataDir, ['check']);
  console.log(`  ${ledger?.text}`);
  return p99 <= bars[name] && found.lost.length === 0 && ledger?.text === 'Every balance equals its ledger.';
}

async function run(name: Way['name'], localAddress: string): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'load-connections-'));
  const server = await createServerProcess({
    env: { TRUST_PROXY: name === 'nginx' ? '1' : '0', SCRIPTED_WORK_MS: '200' },
  });
  let stop = async () => {};
  try {
    await server.start();
    const place: Place = { base: server.base, certificate: undefined };
    if (name === 'nginx') {
      const certificate = makeCertificate(folder);
      const port = await findFreePort();
      const webPorts = [Number(new URL(server.base).port)];
      ({ stop } = await startFront({ folder, port, webPorts, certificate, name }));
      place.base = `https://localhost:${port}`;
      place.certificate = readFileSync(certificate.certificateFile, 'utf8');
    }
    return await attackAndMeasure(server, { name, place, localAddress });
  } finally {
    await stop();
    await server.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

let isGood = true;
const ways = (['directly', 'nginx'] as const).filter((name) => name === (process.argv[3] ?? name));
for (const name of ways) {
  if (name === 'nginx' && !findFronts().includes(name)) console.log('nginx: skipped, there is none on this machine');
  else for (const localAddress of ['127.0.0.3', visitor]) isGood = (await run(name, localAddress)) && isGood;
}
console.log(isGood ? 'PASS' : 'FAIL');
process.exitCode = isGood ? 0 : 1;
