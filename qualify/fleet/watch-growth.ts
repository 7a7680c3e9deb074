import { readFileSync } from 'node:fs';
import { findBackends } from './costs.ts';
import type { Fleet } from './start-fleet.ts';

const lookEveryMilliseconds = 60_000;

/** Bytes of memory that are a process's own, with its share of what it shares (proc(5), `smaps_rollup`). */
function readMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
  } catch {
    return 0;
  }
}

const inMegabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);

/**
 * Prints what grows, once a minute: what comes back to where it was after each upload stays level.
 * @returns a function that ends it with a last line
 */
export function watchGrowth(fleet: Fleet, countDone: () => number): () => Promise<void> {
  const from = Date.now();
  async function print(): Promise<void> {
    const memoryOf = (pids: readonly number[]) => pids.map(readMemory);
    const each = (pids: readonly number[]) => memoryOf(pids).map(inMegabytes).join(' + ');
    const all = (pids: readonly number[]) => inMegabytes(memoryOf(pids).reduce((sum, bytes) => sum + bytes, 0));
    const { rows } = await fleet.database.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    );
    const database = findBackends(new URL(fleet.databaseUrl).port);
    console.log(
      `  after ${((Date.now() - from) / 1000).toFixed(0)} s, ${countDone()} uploads: ` +
        `web ${each(fleet.web.map(({ pid }) => pid))} MB, workers ${each(fleet.worker.map(({ pid }) => pid))} MB, ` +
        `PostgreSQL ${all(database)} MB in ${database.length} processes, database ${inMegabytes(Number(rows[0]?.size))} MB`,
    );
  }
  let last = print();
  const timer = setInterval(() => {
    last = print();
  }, lookEveryMilliseconds);
  return async () => {
    clearInterval(timer);
    await last;
    await print();
  };
}
