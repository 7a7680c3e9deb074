// The official Python client and a server on the trial models (`npm run qualify -- programs`). Needs Python 3.9 or later,
// and the network once for the client; PYTHON names another interpreter.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { createServerProcess } from '#tests/support/server-process.ts';
import { call } from '#tests/support/test-client.ts';
import { widenLimits } from '#tests/support/wide-limits.ts';
import { openKey } from './open-key.ts';

const python = process.env.PYTHON ?? 'python3';
const folder = mkdtempSync(path.join(os.tmpdir(), 'programs-'));
const environment = path.join(folder, 'environment');
const own = path.join(environment, process.platform === 'win32' ? 'Scripts' : 'bin', 'python');
execFileSync(python, ['-m', 'venv', environment]);
const install = ['-m', 'pip', 'install', '--quiet', '-r', path.join(import.meta.dirname, 'requirements.txt')];
execFileSync(own, install, { stdio: 'inherit' });

const guesses = 3;
const server = await createServerProcess({
  entry: 'server/main.ts',
  limits: widenLimits({ uploadsPerIpPerMinute: guesses }),
  env: { SPEECH_PROFILE: 'starter', MAX_AUDIO_SECONDS: '600' },
});
try {
  await server.start();
  while (!(await fetch(`${server.base}/api/ready`)).ok) await sleep(500);
  const { PATH, HOME } = process.env;
  const poor = await openKey(server, 'allow-keys');
  for (const _ of [1, 2, 3]) await call(server.base, '/api/attempts/use', { method: 'POST', token: poor.token });
  const client = {
    POOR_KEY: poor.key,
    GUESSES: String(guesses),
    OPENAI_API_KEY: (await openKey(server)).key,
    OPENAI_BASE_URL: `${server.base}/v1`,
  };
  const files = ['speech-8s.m4a', 'speech-5min.opus', 'silence-5s.opus'].map(audioFixture);
  const script = [path.join(import.meta.dirname, 'ask.py'), ...files];
  execFileSync(own, script, { env: { PATH, HOME, ...client }, stdio: 'inherit' });
} finally {
  await server.destroy();
  rmSync(folder, { recursive: true, force: true });
}
