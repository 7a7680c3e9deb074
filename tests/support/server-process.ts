import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { copyPgliteTemplate } from './pglite-template.ts';
import { wideLimits } from './wide-limits.ts';

/** Whoever starts them may be told to end in the middle. */
const children: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

type Options = { entry?: string; env?: Record<string, string>; limits?: typeof wideLimits };

/** The server in a process of its own, to be killed and started again on the same folder and port. */
export async function createServerProcess(options: Options = {}) {
  const { entry = 'tests/support/start-scripted.ts', env = {}, limits = wideLimits } = options;
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), 'server-process-'));
  if (!env.DATABASE_URL) await copyPgliteTemplate(dataDir);
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const isRunning = () => child?.exitCode === null && child.signalCode === null;
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (child && isRunning()) await Promise.all([once(child, 'exit'), child.kill(signal)]);
    return child?.exitCode ?? null;
  }
  const server = {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    /** Where the next start is, and whose code it runs where `entry` is relative. */
    release: path.resolve(import.meta.dirname, '../..'),
    output: '',
    pid: 0,
    async start(): Promise<void> {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const own = { DATA_DIR: dataDir, PORT: String(port), SHUTDOWN_GRACE_SECONDS: '5', SHARED_DATA_DIR: '1' };
      const started = spawn(process.execPath, [entry], {
        cwd: server.release,
        env: { PATH, HOME, NODE_COMPILE_CACHE, ...own, ...limits, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      server.pid = started.pid ?? 0;
      children.push(started);
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          server.output += chunk.toString();
          if (/^ready|answers on/m.test(chunk.toString())) resolve();
        };
        started.stdout.on('data', read);
        started.stderr.on('data', read);
        started.once('exit', (code) =>
          reject(new Error(`the server ended with ${code}: ${server.output.slice(-2000)}`)),
        );
      });
    },
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    isRunning,
    async destroy() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

export type ServerProcess = Awaited<ReturnType<typeof createServerProcess>>;
