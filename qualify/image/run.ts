// Runs the Dockerfile without a daemon (`npm run qualify -- image`): its own steps in a clean clone of what is committed, then
// what its last stage holds, as its own user on a root that cannot be written, and sends it a recording.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#tests/support/find-free-port.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { startSmtpInbox } from '#tests/support/smtp-inbox.ts';
import { signUp, upload, verify } from '#tests/support/test-client.ts';
import { buildImage, type Image } from './build-image.ts';
import { runInRoot, startInRoot } from './run-in-root.ts';

const recording = path.resolve(import.meta.dirname, '../../tests/fixtures/audio/speech-8s.opus');
const largestMegabytes = 1_000;
const timeoutMilliseconds = 120_000;

function demand(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

async function waitFor<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const until = Date.now() + timeoutMilliseconds; Date.now() < until; await sleep(250)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what} did not come`);
}

const megabytesOf = (folder: string) =>
  Number(execFileSync('du', ['-sxm', folder], { encoding: 'utf8' }).split('\t')[0]);

async function demandContents(image: Image & { base: string }): Promise<void> {
  const { root, env, folder } = image;
  const has = (name: string) => existsSync(path.join(root, 'app', name));
  for (const name of ['lab', 'qualify', 'tests', 'web', 'node_modules/@ffmpeg/core', 'node_modules/vite'])
    demand(!has(name), `${name} is in the image`);
  const owner = await runInRoot({ root, env, folder }, ['dpkg', '-S', '/usr/bin/ffmpeg']);
  demand(owner.startsWith('ffmpeg:'), `whose ffmpeg is it? ${owner}`);
  const megabytes = megabytesOf(root);
  const parts = { base: megabytesOf(image.base), node_modules: megabytesOf(path.join(root, 'app/node_modules')) };
  console.log(`image: ${megabytes} MB, of which the base ${parts.base} and node_modules ${parts.node_modules}`);
  demand(megabytes <= largestMegabytes, `more than ${largestMegabytes} MB`);
}

/** From a sign-up to a result, as a visitor of the started image. */
async function demandResult(base: string, inbox: Awaited<ReturnType<typeof startSmtpInbox>>): Promise<void> {
  await waitFor('a ready answer', async () => (await fetch(`${base}/api/ready`).catch(() => undefined))?.ok);
  await signUp(base, 'qof@tusaale.so');
  const link = await waitFor('the mail', () => /\/verify\/([\w.-]+)/.exec(inbox.received[0]?.mail.text ?? '')?.[1]);
  const session = await verify(base, link);
  const { status, body } = await upload(base, session.body.data.token, readFileSync(recording));
  demand(status === 200 && body.success, `the upload: ${status} ${body.code}`);
  demand(body.data.transcription.transcript.length > 20, 'the transcript is short');
  console.log(`image: a recording of 8 s became ${body.data.transcription.transcript.length} characters of Somali`);
}

function makeVolumes({ volumes, user }: Image, folder: string): Record<string, string> {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  return Object.fromEntries(
    volumes.map((place) => {
      const volume = path.join(folder, `volume${place.replaceAll('/', '-')}`);
      mkdirSync(volume);
      chownSync(volume, uid, gid);
      return [place, volume];
    }),
  );
}

async function demandService(image: Image, folder: string): Promise<void> {
  const [postgres, store, inbox] = await Promise.all([startPostgresServer(), startS3Server(), startSmtpInbox()]);
  const port = await findFreePort();
  const env = {
    ...image.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: 'https://speech.example.org',
    SESSION_SECRET: 'Zq8Rw2Xy5Tb1Nc7Md4Kf0Pg9Hj3Lv6Sa_aEuIoUiYe',
    DATABASE_URL: await postgres.createDatabase(),
    SMTP_URL: inbox.url,
    ALLOW_PLAIN_SMTP: '1',
    MAIL_FROM: 'no-reply@example.org',
    SUPPORT_EMAIL: 'support@example.org',
    PROVIDER_NAME: 'Hodan, Muqdisho',
    TRUST_PROXY: '1',
    SPEECH_PROFILE: 'starter',
    ...store.env,
  };
  const { root, user, folder: within } = image;
  const inside = { root, env, folder: within, user, volumes: makeVolumes(image, folder) };
  const child = startInRoot(inside, image.command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  try {
    await demandResult(`http://127.0.0.1:${port}`, inbox);
    await runInRoot(inside, image.healthCheck);
    console.log(`image: its health check passes; it ran as ${user} and wrote to ${image.volumes.join(', ')} alone`);
  } catch (error) {
    console.error(output.slice(-3000));
    throw error;
  } finally {
    child.kill('SIGKILL');
    await Promise.all([postgres.destroy(), store.stop(), inbox.stop()]);
  }
}

async function runImage(): Promise<void> {
  const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
  if (process.getuid?.() !== 0 || !isThere('debootstrap') || !isThere('unshare'))
    return console.log('SKIPPED: needs root, unshare, and Debian’s debootstrap for the base of the image');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'image-'));
  try {
    const image = await buildImage(folder);
    await demandContents(image);
    await demandService(image, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runImage();
