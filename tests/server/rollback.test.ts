import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createSpeech } from '#qualify/faults/speech.ts';
import { askServer } from '#server/admin/socket.ts';
import { createServerProcess } from '../support/server-process.ts';
import { destroySharedPostgres, sharedPostgres } from '../support/test-app.ts';
import { call, readSession, signIn, upload } from '../support/test-client.ts';
import { widenLimits } from '../support/wide-limits.ts';

const root = path.resolve(import.meta.dirname, '../..');
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const readPackage = (folder: string): { version: string; dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const carried = ['server', 'shared', 'platform', 'speech', 'models', 'package.json', 'package-lock.json'];
const folder = mkdtempSync(path.join(os.tmpdir(), 'release-before-'));
const makeSpeech = createSpeech(Math.random);

afterAll(async () => {
  await destroySharedPostgres();
  rmSync(folder, { recursive: true, force: true });
});

/** Ends at the commit before the one that gave package.json today's version; `RELEASE_BEFORE` names another one. */
function findReleaseBefore(): string | undefined {
  const { version } = readPackage(root);
  try {
    const from =
      process.env.RELEASE_BEFORE ??
      `${git('log', '-1', '--format=%H', `-S"version": "${version}"`, '--', 'package.json')}^`;
    return git('rev-parse', '--verify', `${from}^{commit}`);
  } catch {
    return undefined;
  }
}

/** @returns why it cannot run here */
function install(commit: string): string | undefined {
  const file = path.join(folder, 'release.tar');
  const there = git('ls-tree', '--name-only', commit).split('\n');
  git('archive', `--output=${file}`, commit, ...carried.filter((name) => there.includes(name)));
  execFileSync('tar', ['-xf', file, '-C', folder]);
  const today = readPackage(root).dependencies;
  const others = Object.entries(readPackage(folder).dependencies).filter(([name, version]) => today[name] !== version);
  if (others.length === 0) symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  else if (process.env.RELEASE_BEFORE) execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: 'ignore' });
  else
    return `it stands on other versions of ${others.map(([name]) => name).join(', ')}; RELEASE_BEFORE=${commit} installs them`;
  return undefined;
}

it('the release before runs on what today’s has written, and today’s on what that one has', async (context) => {
  const commit = findReleaseBefore();
  const obstacle = commit ? install(commit) : 'the history does not reach the release before';
  if (obstacle) console.warn(`SKIPPED going back: ${obstacle}`);
  context.skip(obstacle !== undefined, obstacle);

  const databaseUrl = await (await sharedPostgres()).createDatabase();
  const database = new pg.Client({ connectionString: databaseUrl });
  database.on('error', () => {});
  await database.connect();
  const env = { DATABASE_URL: databaseUrl, SPEECH_PROFILE: 'starter', SHUTDOWN_GRACE_SECONDS: '0' };
  // A release before this variable does not look at it; its own limits are wide enough for three people.
  const limits = { RATE_LIMITS: widenLimits().RATE_LIMITS ?? '' };
  const server = await createServerProcess({ entry: 'server/main.ts', env, limits });
  context.onTestFinished(() => server.destroy());
  const people: { token: string; sent: [bytes: Buffer, id: string][] }[] = [];
  for (const release of [root, folder, root]) {
    server.release = release;
    await server.start();
    await expect.poll(async () => (await call(server.base, '/api/ready')).body.ready).toBe(true);
    people.push({ token: (await signIn(server.base)).token, sent: [] });
    for (const { token, sent } of people) {
      expect((await readSession(server.base, token)).status).toBe(200);
      // What was sent before is the same result, free of charge, and its recording is there.
      for (const [bytes, id] of sent) {
        const { transcription } = (await upload(server.base, token, bytes)).body.data;
        expect(transcription.id).toBe(id);
        expect((await fetch(transcription.s3Url)).status).toBe(200);
      }
      const bytes = makeSpeech();
      const { status, body } = await upload(server.base, token, bytes);
      expect([status, body.code]).toEqual([200, undefined]);
      sent.push([bytes, body.data.transcription.id]);
    }
    // Somebody's recording is in work when this release ends.
    const cut = upload(server.base, (await signIn(server.base)).token, makeSpeech()).catch(() => undefined);
    const countOpen = async () =>
      (await database.query("select 1 from transcriptions where state in ('queued', 'running')")).rows.length;
    await expect.poll(countOpen).toBeGreaterThan(0);
    await server.terminate();
    await cut;
  }
  await server.start();
  const read = (column: string) => database.query(`select distinct ${column} as value from transcriptions`);
  await expect.poll(async () => (await read('state')).rows).toEqual([{ value: 'done' }]);
  expect((await askServer(server.dataDir, ['check']))?.text).toBe('Every balance equals its ledger.');
  await database.end();
}, 300_000);
