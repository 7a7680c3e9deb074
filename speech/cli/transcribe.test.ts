import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const command = fileURLToPath(new URL('./transcribe.ts', import.meta.url));

it('looks for files where npm was called, also for one whose name begins with a hyphen', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'transcribe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, '-kulan'));
  const env = { ...process.env, npm_lifecycle_event: 'transcribe', INIT_CWD: folder };
  const run = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' });
  const [absent, aFolder] = [run('call.m4a'), run('-kulan', '--srt')];
  expect(absent).toMatchObject({ status: 3, stdout: '', stderr: `No such file: ${path.join(folder, 'call.m4a')}\n` });
  expect(aFolder).toMatchObject({ status: 3, stderr: `This is a folder: ${path.join(folder, '-kulan')}\n` });
  expect(run('-kalam')).toMatchObject({ status: 2, stderr: expect.stringContaining('usage: npm run -s transcribe') });
});

const recordings = fileURLToPath(new URL('../../tests/fixtures/audio/', import.meta.url));

it('called by npm from a folder below, finds the file and writes nothing but the result', () => {
  const args = ['run', '-s', 'transcribe', '--', 'speech-2s.webm', '--json'];
  const env = { ...process.env, SPEECH_PROFILE: 'starter' };
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: recordings, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('npm')]);
  expect(JSON.parse(stdout)).toMatchObject({
    transcript: expect.stringMatching(/\w/),
    durationSeconds: expect.any(Number),
  });
}, 60_000);

it.skipIf(process.platform !== 'linux')(
  'says that memory is lacking where waiting does not help',
  () => {
    const limited = 'ulimit -v 5880000; exec "$0" "$@"';
    const args = ['-c', limited, process.execPath, command, `${recordings}speech-2s.webm`];
    const env = { ...process.env, SPEECH_PROFILE: 'starter', FFMPEG_PATH: 'none' };
    const { stderr, status } = spawnSync('sh', args, { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([8, expect.stringContaining('not enough memory for the speech models')]);
  },
  60_000,
);
