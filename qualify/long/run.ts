// npm run qualify -- long FILE [--kill] [--note NOTE] [--words JSON]: a recording of an hour or two through a web and a
// worker process over PostgreSQL. With --kill the worker dies at 30 % and the web process at 60 %. With --note ten short
// recordings are sent meanwhile. --words: the result of another run, to be compared with.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findTree } from '#qualify/process-tree.ts';
import type { Transcription, WorkState } from '#shared/contract/transcription.ts';
import { listDifferences } from '#shared/match-words.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createServerProcess } from '#tests/support/server-process.ts';
import { signIn } from '#tests/support/test-client.ts';

const flag = { type: 'boolean', default: false } as const;
const { values, positionals } = parseArgs({
  options: { kill: flag, note: { type: 'string' }, words: { type: 'string' } },
  allowPositionals: true,
});
const [file = ''] = positionals;
const notesSent = 10;

const postgres = await startPostgresServer();
const databaseUrl = await postgres.createDatabase();
const env = { DATABASE_URL: databaseUrl, SPEECH_PROFILE: 'starter', FREE_MAX_AUDIO_SECONDS: '7300' };
const limits = { MAX_AUDIO_SECONDS: '7300' } as never;
const entry = 'server/main.ts';
const worker = await createServerProcess({ entry, env: { ...env, ROLE: 'worker' }, limits });
await worker.start();
const web = await createServerProcess({ entry, env: { ...env, ROLE: 'web', DATA_DIR: worker.dataDir }, limits });
await web.start();

/** The most that each process ever held, in MB, by what it is. */
const peaks = new Map<string, number>();
function noteMemory(): void {
  let sum = 0;
  for (const [role, { pid }] of Object.entries({ web, worker })) {
    if (pid === 0) continue;
    for (const member of findTree(pid)) {
      const resident = execFileSync('ps', ['-o', 'rss=,args=', '-p', String(member)], { encoding: 'utf8' }).trim();
      const [kilobytes = '0', ...words] = resident.split(/\s+/);
      const name = words.map((word) => path.basename(word)).find((word) => /child\.ts|main\.ts|ffmpeg$/.test(word));
      const megabytes = Number(kilobytes) / 1024;
      sum += megabytes;
      const key = `${role}: ${name ?? 'other'}`;
      peaks.set(key, Math.max(peaks.get(key) ?? 0, megabytes));
    }
  }
  peaks.set('all together', Math.max(peaks.get('all together') ?? 0, sum));
}
const memoryTimer = setInterval(() => {
  try {
    noteMemory();
  } catch {
    // One that ended meanwhile.
  }
}, 1_000);

const { token } = await signIn(web.base);
const authorization = `Bearer ${token}`;
async function send(name: string, headers: Record<string, string>): Promise<Response> {
  const form = new FormData();
  // Other bytes each time, or the work would be joined.
  form.append('audio', new Blob([readFileSync(name), Buffer.from(String(Math.random()))]), path.basename(name));
  const init = { method: 'POST', headers, body: form };
  for (;;) {
    const response = await fetch(`${web.base}/api/transcription/upload`, init);
    // On a busy machine the worker takes longer to load its models.
    if (response.status !== 503) return response;
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 2));
  }
}
/** From an account of its own, which has its first attempt. */
async function sendNote(): Promise<number> {
  const { token: own } = await signIn(web.base);
  const startedAt = performance.now();
  const { status } = await send(values.note ?? '', { authorization: `Bearer ${own}` });
  if (status !== 200) console.log(`a note was answered with ${status}`);
  return (performance.now() - startedAt) / 1000;
}
const show = (seconds: readonly number[]) => seconds.map((each) => each.toFixed(1)).join(' ');

await sleep(5_000);
if (values.note) console.log(`notes to an idle service, seconds: ${show([await sendNote(), await sendNote()])}`);

const startedAt = performance.now();
const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
const taken = await send(file, { authorization, prefer: 'respond-async' });
const place = `${web.base}${taken.headers.get('location')}`;
console.log(`sent: ${taken.status}, ${taken.headers.get('location')}`);

async function look(): Promise<{ work?: WorkState; transcription?: Transcription }> {
  try {
    const response = await fetch(place, { headers: { authorization } });
    const body = (await response.json()) as { data?: object; error?: string };
    if (!body.data) throw new Error(`${response.status}: ${body.error}`);
    return body.data;
  } catch (error) {
    if (error instanceof TypeError) return {};
    throw error;
  }
}

const steps = [0.1, 0.3, 0.6, 0.9];
const notes: number[] = [];
async function reach(step: number): Promise<void> {
  if (step === 0.1 && values.note) for (let at = 0; at < notesSent; at += 1) notes.push(await sendNote());
  if (!values.kill || (step !== 0.3 && step !== 0.6)) return;
  const killed = step === 0.3 ? worker : web;
  await killed.kill();
  await killed.start();
  console.log(`${killed === web ? 'web' : 'worker'} killed and started again`);
}

let transcription: Transcription | undefined;
while (!transcription) {
  const now = await look();
  transcription = now.transcription;
  const { work } = now;
  const share = work?.durationSeconds ? work.secondsDone / work.durationSeconds : 0;
  if (work && share >= (steps[0] ?? 2)) {
    const step = steps.shift() ?? 0;
    const { secondsDone, durationSeconds, secondsLeft, text } = work;
    console.log(
      `${elapsed()}: ${Math.round(secondsDone)} of ${Math.round(durationSeconds ?? 0)} s, ${secondsLeft} s left, ${text.length} characters`,
    );
    await reach(step);
  }
  await sleep(1_000);
}
clearInterval(memoryTimer);
console.log(`result after ${elapsed()}: ${transcription.words.length} words`);
if (notes.length > 0) console.log(`notes meanwhile, seconds: ${show(notes)}`);
for (const [name, megabytes] of peaks) console.log(`${name}: ${Math.round(megabytes)} MB at most`);

const client = new pg.Client(databaseUrl);
await client.connect();
const charges = `select kind, count(*)::int from ledger_entries where transcription_id = $1 group by kind`;
console.log('ledger:', JSON.stringify((await client.query(charges, [transcription.id])).rows));
await client.end();

const kept = path.join(os.tmpdir(), `${path.basename(file)}${values.kill ? '.killed' : ''}.json`);
writeFileSync(
  kept,
  JSON.stringify({ words: transcription.words.map(({ raw }) => raw), translation: transcription.translation }),
);
if (values.words) {
  const other = JSON.parse(readFileSync(values.words, 'utf8')) as { words: string[]; translation: string };
  const words = transcription.words.map(({ raw }) => raw);
  const different = listDifferences(other.words, words).reduce(
    (sum, { start, end, otherStart, otherEnd }) => sum + Math.max(end - start, otherEnd - otherStart),
    0,
  );
  console.log(
    `words that differ: ${different} of ${other.words.length}; same English: ${other.translation === transcription.translation}`,
  );
}
await web.destroy();
await worker.destroy();
await postgres.destroy();
