import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { baseUrl } from './addresses.ts';

const tries = 240;
const pauseMilliseconds = 500;

/** Starts the product on its defaults and waits until it is ready; the answer stops it. */
export async function startProduct(): Promise<() => void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], { stdio: 'ignore' });
  for (let tried = 0; tried < tries; tried += 1) {
    const answer = await fetch(`${baseUrl}/api/ready`).catch(() => undefined);
    if (answer?.ok) return () => child.kill('SIGTERM');
    await wait(pauseMilliseconds);
  }
  child.kill('SIGKILL');
  throw new Error('the server did not become ready within two minutes');
}
