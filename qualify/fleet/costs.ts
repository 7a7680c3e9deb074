import { readdirSync, readFileSync } from 'node:fs';
import { readProcessUsage } from '#speech/process/usage.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import type { Fleet } from './start-fleet.ts';

export type Costs = {
  webCpuSeconds: number;
  workerCpuSeconds: number;
  databaseCpuSeconds: number;
  transactions: number;
  statements: number;
  rowsWritten: number;
  walBytes: number;
  databaseBytes: number;
  connections: number;
  storeBytes: number;
};

/** The database's own process, whose command line names its port, and its children. */
export function findBackends(port: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (command.includes(`\0-p\0${port}\0`)) return true;
        const parent = /^PPid:\s(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(`\0-p\0${port}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** What everything has cost so far; on Linux, where /proc is. */
export async function readCosts(fleet: Fleet): Promise<Costs> {
  const secondsOf = (pids: readonly number[]) =>
    pids.reduce((sum, pid) => sum + (readProcessUsage(pid)?.cpuSeconds ?? 0), 0);
  const pidsOf = (servers: readonly ServerProcess[]) => servers.map(({ pid }) => pid);
  const { rows } = await fleet.database.query<Record<string, string>>(
    `select xact_commit as transactions, tup_inserted + tup_updated + tup_deleted as written,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_database_size(datname) as size, numbackends as connections,
       (select sum(calls) from pg_stat_statements s where s.dbid = datid and toplevel) as statements
     from pg_stat_database where datname = current_database()`,
  );
  const seen = rows[0] ?? {};
  return {
    webCpuSeconds: secondsOf(pidsOf(fleet.web)),
    workerCpuSeconds: secondsOf(pidsOf(fleet.worker)),
    databaseCpuSeconds: secondsOf(findBackends(new URL(fleet.databaseUrl).port)),
    transactions: Number(seen.transactions),
    statements: Number(seen.statements),
    rowsWritten: Number(seen.written),
    walBytes: Number(seen.wal),
    databaseBytes: Number(seen.size),
    connections: Number(seen.connections),
    storeBytes: [...fleet.store.objects.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}

/** One line for each cost: in all, and for each upload. */
export function describeCosts(before: Costs, after: Costs, uploads: number): string[] {
  const names = Object.keys(after) as (keyof Costs)[];
  return names.map((name) => {
    if (name === 'connections') return `  ${name}: ${after[name]}`;
    const spent = after[name] - before[name];
    const each = name.endsWith('Seconds')
      ? `${((spent / uploads) * 1000).toFixed(2)} ms`
      : (spent / uploads).toFixed(1);
    return `  ${name}: ${Number(spent.toFixed(1))}, ${each} an upload`;
  });
}
