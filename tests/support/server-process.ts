import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { copyPgliteTemplate } from './pglite-template.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Limits out of the way of tests that press hard; the release before refuses names that it does not know. */
export const openLimits = {
  LIMIT_MAILS_PER_IP_PER_HOUR: '100000',
  LIMIT_UPLOADS_PER_IP_PER_MINUTE: '100000',
  LIMIT_UPLOADS_PER_USER_PER_MINUTE: '100000',
  LIMIT_TRANSFER_MEGABYTES_PER_ADDRESS: '100000',
  LIMIT_NEW_RECORDINGS_PER_USER_PER_MINUTE: '1000',
  QUEUE_LIMIT: '1000',
} as const;

/** Whoever starts them may be told to end in the middle. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type Options = { entry?: string; env?: Record<string, string> };

/** The server in a process of its own, to be killed and started again on the same folder and port. */
export async function createServerProcess({ entry = 'tests/support/start-scripted.ts', env = {} }: Options = {}) {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), 'server-process-'));
  if (!env.DATABASE_URL) await copyPgliteTemplate(dataDir);
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  let output = '';
  let release = root;

  async function start(): Promise<void> {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
    const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
    const own = { DATA_DIR: dataDir, PORT: String(port), SHUTDOWN_GRACE_SECONDS: '5' };
    const started = spawn(process.execPath, [entry], {
      cwd: release,
      env: { PATH, HOME, ...compiled, ...own, ...openLimits, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    running.add(started);
    started.once('exit', () => running.delete(started));
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (/^ready|answers on/m.test(chunk.toString())) resolve();
      };
      started.stdout?.on('data', read);
      started.stderr?.on('data', read);
      started.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output.slice(-2000)}`)));
    });
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    return new Promise((resolve) => {
      ending.once('exit', (code) => resolve(code));
      ending.kill(signal);
    });
  }

  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    start,
    /** The next start is in this folder, and runs its code where `entry` is relative. */
    install(folder: string) {
      release = folder;
    },
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    get pid() {
      return child?.pid ?? 0;
    },
    get isRunning() {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    get output() {
      return output;
    },
    async destroy() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof createServerProcess>>;
