import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/find-free-port.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { signUp, uniqueEmail, upload, verify } from '../support/test-client.ts';
import { endUnit, environmentOf, type Host, readEnvironmentFile, readUnit, startUnit, valuesOf } from './run-unit.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, 'deploy/systemd', file), 'utf8');
const units = ['web', 'worker'].map((role) => readUnit(role, read(`somali-speech-${role}.service`)));
const [web, worker] = units;
if (!web || !worker) throw new Error('no units');

const writable = (unit: typeof web) => valuesOf(unit, 'StateDirectory').map((name) => `/var/lib/${name}`);

describe('the units', () => {
  it('keep everything where systemd lets them write', () => {
    for (const unit of units) expect(writable(unit)).toContain(environmentOf(unit).DATA_DIR);
    expect(writable(worker)).toContain(environmentOf(worker).MODELS_DIR);
  });

  it('share one folder, where the worker finds what the web process received', () => {
    expect(environmentOf(worker).DATA_DIR).toBe(environmentOf(web).DATA_DIR);
  });
});

/** As systemd would run them needs mounts of one's own. */
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!canMount) console.warn('not root, or no unshare: the units are read, and not run');

describe.skipIf(!canMount)('on one host, as shipped', () => {
  const recording = readFileSync(path.join(root, 'tests/fixtures/audio/speech-8s.opus'));
  let postgres: PostgresServer;
  let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
  let store: Awaited<ReturnType<typeof startS3Server>>;
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/ensure-web.ts'], { cwd: root });
    [postgres, inbox, store] = await Promise.all([startPostgresServer(), startSmtpInbox(), startS3Server()]);
  });
  afterAll(async () => {
    for (const child of children) endUnit(child);
    await Promise.all([postgres?.destroy(), inbox?.stop(), store?.stop()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  function makeHost(): Host {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'unit-host-'));
    folders.push(folder);
    return { folder, program: root, userId: 64_123 };
  }

  /** The shipped file, with what it leaves to the operator. */
  const settings = async () => ({
    ...readEnvironmentFile(read('environment')),
    SESSION_SECRET: 'Zq8Rw2Xy5Tb1Nc7Md4Kf0Pg9Hj3Lv6Sa_aEuIoUiYe',
    METRICS_TOKEN: 'a-token-of-this-test-alone',
    DATABASE_URL: await postgres.createDatabase(),
    SMTP_URL: inbox.url,
    ALLOW_PLAIN_SMTP: '1',
    SPEECH_PROFILE: 'starter',
  });

  it('write to their folders and to nothing else', { timeout: 120_000 }, async () => {
    const host = makeHost();
    const env = await settings();
    const tryToWrite = (unit: typeof web, place: string) =>
      new Promise((resolve) => startUnit(unit, host, env, ['touch', `${place}/x`]).once('exit', resolve));
    for (const unit of units) {
      expect(await tryToWrite(unit, environmentOf(unit).DATA_DIR ?? '')).toBe(0);
      expect(await tryToWrite(unit, '.')).not.toBe(0);
      expect(await tryToWrite(unit, '/var/lib')).not.toBe(0);
    }
    expect(await tryToWrite(worker, environmentOf(worker).MODELS_DIR ?? '')).toBe(0);
  });

  it.each(['without S3', 'with S3'])('turn a recording into text, %s', { timeout: 300_000 }, async (kind) => {
    const host = makeHost();
    const shared = { ...(await settings()), ...(kind === 'with S3' ? store.env : {}) };
    let output = '';
    const start = async (unit: typeof web) => {
      const port = await findFreePort();
      const child = startUnit(unit, host, { ...shared, PORT: String(port) });
      children.push(child);
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
      const look = async () => (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined))?.status;
      await expect.poll(look, { message: output }).toBe(200);
      return { base: `http://127.0.0.1:${port}`, child };
    };
    const { base } = await start(web);
    await start(worker);
    const engineState = async () =>
      ((await (await fetch(`${base}/api/ready`)).json()) as { engine: { state: string } }).engine.state;
    await expect.poll(engineState).toBe('ready');
    const email = uniqueEmail();
    await signUp(base, email);
    const mailTo = () => inbox.received.find(({ recipients }) => recipients.includes(email))?.mail.text ?? '';
    await expect.poll(mailTo).toMatch(/\/verify\//);
    const session = await verify(base, /\/verify\/([\w.-]+)/.exec(mailTo())?.[1] ?? '');
    const { status, body } = await upload(base, session.body.data.token, recording);
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.data.transcription.transcript.length).toBeGreaterThan(20);
  });
});
