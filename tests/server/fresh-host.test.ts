import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpeech } from '#qualify/faults/speech.ts';
import { findPersonal } from '#qualify/fleet/scan-logs.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { startS3Server } from '../support/s3-server.ts';
import { createServerProcess, type ServerProcess } from '../support/server-process.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { audioForm, call, readSession, signUp, uniqueEmail, upload, verify } from '../support/test-client.ts';

/**
 * The product's own program on hosts that have nothing: each process starts in an empty folder of its own, with a data
 * folder that is not there yet, and no variable that docs/variables.md does not name.
 */
const root = path.resolve(import.meta.dirname, '../..');
const older = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';
const newer = 'Zq8Rw2Xy5Tb1Nc7Md4Kf0Pg9Hj3Lv6Sa_aEuIoUiYe';
const makeSpeech = createSpeech(Math.random);
const mailPassword = { isAccepted: true };

type Ready = {
  ready: boolean;
  storage: boolean;
  limits: { maxAudioSeconds: number };
  engine: { state: string; problem?: string };
};
type Person = { email: string; token: string };

let hosts: string;
let postgres: PostgresServer;
let store: Awaited<ReturnType<typeof startS3Server>>;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let database: pg.Pool;
let env: Record<string, string>;
const servers: ServerProcess[] = [];
const people: Person[] = [];
const links: string[] = [];

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/ensure-web.ts'], { cwd: root });
  hosts = mkdtempSync(path.join(os.tmpdir(), 'fresh-hosts-'));
  [postgres, store, inbox] = await Promise.all([startPostgresServer(), startS3Server(), startSmtpInbox(mailPassword)]);
  const databaseUrl = await postgres.createDatabase();
  database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  database.on('error', () => {});
  env = {
    NODE_ENV: 'production',
    APP_URL: 'https://hadal.example.org',
    SESSION_SECRET: older,
    DATABASE_URL: databaseUrl,
    SMTP_URL: inbox.url.replace('smtp://', 'smtp://name:password@'),
    ALLOW_PLAIN_SMTP: '1',
    MAIL_FROM: 'no-reply@example.org',
    SUPPORT_EMAIL: 'help@example.org',
    PROVIDER_NAME: 'Hodan, Muqdisho',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'a-token-of-this-test-alone',
    LOG_LEVEL: 'info',
    ...store.env,
  };
});
afterAll(async () => {
  await database?.end();
  await Promise.all(servers.map((server) => server.destroy()));
  await Promise.all([store?.stop(), inbox?.stop()]);
  await postgres?.destroy();
  rmSync(hosts, { recursive: true, force: true });
});

const makeHost = (name: string): string => {
  const host = path.join(hosts, name);
  mkdirSync(host);
  // The built pages lie where the program is started, as after `npm run build`.
  symlinkSync(path.join(root, 'dist'), path.join(host, 'dist'));
  return host;
};

/** A process on a host of its own. */
async function start(name: string, own: Record<string, string>): Promise<ServerProcess> {
  const host = makeHost(name);
  const server = await createServerProcess({
    entry: path.join(root, 'server/main.ts'),
    env: { ...env, DATA_DIR: path.join(host, 'not/there/yet'), ...own },
  });
  server.release = host;
  servers.push(server);
  await server.start();
  return server;
}

const readReady = async ({ base }: ServerProcess) => (await call<Ready>(base, '/api/ready')).body;
const linkTo = (email: string) =>
  inbox.received
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ mail }) => /\/verify\/([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '')
    .at(-1);

async function join({ base }: ServerProcess): Promise<Person> {
  const email = uniqueEmail();
  expect((await signUp(base, email)).status).toBe(200);
  await expect.poll(() => linkTo(email)).toBeDefined();
  const link = linkTo(email) ?? '';
  links.push(link);
  const person = { email, token: (await verify(base, link)).body.data.token };
  people.push(person);
  return person;
}

const readNumber = async (query: string, values: string[] = []) =>
  Number((await database.query<{ number: string }>(query, values)).rows[0]?.number);
const countQueued = () => readNumber("select count(*) as number from transcriptions where state = 'queued'");

describe('hosts that have nothing but the variables', () => {
  let web: ServerProcess;
  let worker: ServerProcess;
  let workerWithoutModels: ServerProcess;
  let waiting: Person;

  it('a web process starts on an empty database, is ready and serves the pages, with no worker anywhere (D1, D6, D10)', async () => {
    web = await start('web', { ROLE: 'web' });
    expect(await readReady(web)).toMatchObject({ ready: true, engine: { state: 'starting' } });
    const page = await (await fetch(`${web.base}/`)).text();
    expect(page).toContain('https://hadal.example.org/');
    expect(page).not.toContain('localhost');
  });

  it('a worker whose clock is 45 s behind is heard of; how long a recording may be does not hang on it (D7, D15)', async () => {
    const behind = path.join(hosts, 'behind.mjs');
    execFileSync(process.execPath, [
      '-e',
      `require('node:fs').writeFileSync(process.argv[1], 'const now = Date.now; Date.now = () => now() - 45_000;')`,
      behind,
    ]);
    const starter = { ROLE: 'worker', SPEECH_PROFILE: 'starter' };
    const fetching = { ROLE: 'worker', SPEECH_PROFILE: 'light', MODEL_BASE_URL: 'http://127.0.0.1:9' };
    const limitsBefore = (await readReady(web)).limits;
    [worker, workerWithoutModels] = await Promise.all([
      start('worker', { ...starter, MAX_AUDIO_SECONDS: '60', NODE_OPTIONS: `--import=${behind}` }),
      start('worker-without-models', fetching),
    ]);
    await expect.poll(async () => (await readReady(web)).engine.state).toBe('ready');
    expect((await readReady(web)).limits).toEqual(limitsBefore);
  });

  it('mails that a wrong password held up leave once it is right (D3, D13)', async () => {
    mailPassword.isAccepted = false;
    const email = uniqueEmail();
    await signUp(web.base, email);
    // Either worker may have taken it: one without models sends mails too.
    const readWorkers = () => worker.output + workerWithoutModels.output;
    await expect.poll(readWorkers).toMatch(/"event":"mail_failed".*"isFinal":false/);
    mailPassword.isAccepted = true;
    await expect.poll(() => linkTo(email)).toBeDefined();
  });

  it('a change of the secret signs nobody out, whichever process has it first (D12)', async () => {
    const other = await start('other-web', { ROLE: 'web', SESSION_SECRET: `${older},${newer}` });
    for (const [from, to] of [
      [web, other],
      [other, web],
    ] as const) {
      const { token } = await join(from);
      expect((await readSession(to.base, token)).status).toBe(200);
    }
    await other.terminate();
  });

  it('a wrong key to the store is said at the start, and people still sign in (D13)', async () => {
    const wrong = await start('wrong-key', { ROLE: 'web', S3_SECRET_ACCESS_KEY: 'not-the-secret-of-this-bucket' });
    expect(await readReady(wrong)).toMatchObject({ ready: true, storage: false });
    expect(wrong.output).toMatch(/"event":"dependency_down".*"dependency":"storage"/);
    await wrong.terminate();
  });

  it('a live answer is never silent, and one person does not hold up another (D2, D5, D8)', async () => {
    const greedy = await join(web);
    waiting = await join(web);
    process.kill(worker.pid, 'SIGSTOP');
    const many = [1, 2, 3].map(() => upload(web.base, greedy.token, makeSpeech()));
    await expect.poll(countQueued).toBe(3);
    const live = await fetch(`${web.base}/api/transcription/upload`, {
      method: 'POST',
      body: audioForm(makeSpeech()),
      headers: { authorization: `Bearer ${waiting.token}`, accept: 'application/x-ndjson' },
    });
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error('there is no body');
    let text = '';
    while (!/\n\s*\n$/.test(text)) text += (await reader.read()).value ?? '';
    process.kill(worker.pid, 'SIGCONT');
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text.trim().split('\n').at(-1)).toContain('"stage":"done"');
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const doneBefore = `select count(*) as number from transcriptions where finished_at <
      (select finished_at from transcriptions t join users u on u.id = t.user_id where u.email = $1)`;
    expect(await readNumber(doneBefore, [waiting.email])).toBeLessThanOrEqual(1);
  });

  it('a store that is away costs nobody anything (D9)', async () => {
    process.kill(worker.pid, 'SIGSTOP');
    const answer = upload(web.base, waiting.token, makeSpeech());
    await expect.poll(countQueued).toBe(1);
    await store.stop();
    process.kill(worker.pid, 'SIGCONT');
    await expect.poll(() => readNumber('select max(run) as number from transcriptions')).toBeGreaterThan(1);
    await store.start();
    expect((await answer).status).toBe(200);
    const countMoves = (kind: string) =>
      readNumber('select count(*) as number from ledger_entries where kind = $1', [kind]);
    expect([await countMoves('charge'), await countMoves('refund')]).toEqual([5, 0]);
  });

  it('a worker that cannot fetch its models says so, and has taken no work meanwhile (D17)', async () => {
    await expect.poll(() => workerWithoutModels.output, { timeout: 100_000 }).toContain('models_not_loaded');
    expect(workerWithoutModels.output).not.toContain('transcription_finished');
  });

  it('commands from a host without anything reach the same people (D1, D11)', async () => {
    const host = makeHost('operator');
    const { PATH = '' } = process.env;
    const run = promisify(execFile);
    const command = [path.join(root, 'server/admin.ts'), 'delete-user', people[0]?.email ?? ''];
    const { stdout } = await run(process.execPath, command, { cwd: host, env: { PATH, ...env } });
    expect(stdout).toContain('is deleted');
    expect(readdirSync(host)).toEqual(['dist']);
  });

  it('without its database a web process still tells how it is, and no log names anybody (D4, D14)', async () => {
    await postgres.stop();
    const email = uniqueEmail();
    expect((await signUp(web.base, email)).status).toBe(503);
    const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` };
    const metrics = await fetch(`${web.base}/metrics`, { headers });
    expect([metrics.status, await metrics.text()]).toEqual([
      200,
      expect.stringMatching(/# HELP [\s\S]*# TYPE somalispeak_\w+ histogram/),
    ]);
    const secrets = {
      'an address': [email, ...people.map((person) => person.email)],
      'a link': links,
      'a session': people.map(({ token }) => token.split('.')[2] ?? ''),
      'a secret': [older, newer, env.S3_SECRET_ACCESS_KEY ?? ''],
    };
    expect(
      findPersonal(
        servers.flatMap(({ output }) => output.split('\n')),
        secrets,
      ),
    ).toEqual([]);
  });
});
