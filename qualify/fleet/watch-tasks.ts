import { readdirSync, readFileSync } from 'node:fs';
import { readProcessUsage } from '#speech/process/usage.ts';
import { findTree } from '../process-tree.ts';

const lookEveryMilliseconds = 50;

function readOr<T>(read: () => T, instead: T): T {
  try {
    return read();
  } catch {
    return instead;
  }
}

/** Whether one of its threads runs, or would if a processor were free (proc(5): state R). */
const wantsProcessor = (pid: number): boolean =>
  readOr(() => readdirSync(`/proc/${pid}/task`), []).some((task) => {
    const stat = readOr(() => readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8'), '');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('R');
  });

/**
 * Looks at a process and its descendants many times a second.
 * @returns a function that ends it: the share of moments at which at least one thread wanted a processor, and the
 *   processor seconds of those that still live
 */
export function watchTasks(root: number): () => { share: number; cpuSeconds: number; wallSeconds: number } {
  const from = performance.now();
  const secondsAtFirst = new Map<number, number>();
  const seconds = new Map<number, number>();
  let moments = 0;
  let wanting = 0;
  function look(): void {
    const tree = findTree(root);
    for (const pid of tree) {
      const now = readProcessUsage(pid)?.cpuSeconds ?? 0;
      // A process that began since then has spent all its time within.
      if (!secondsAtFirst.has(pid)) secondsAtFirst.set(pid, moments === 0 ? now : 0);
      seconds.set(pid, now);
    }
    moments += 1;
    if (tree.some(wantsProcessor)) wanting += 1;
  }
  look();
  const timer = setInterval(look, lookEveryMilliseconds);
  return () => {
    clearInterval(timer);
    const cpuSeconds = [...seconds].reduce((sum, [pid, last]) => sum + last - (secondsAtFirst.get(pid) ?? 0), 0);
    return { share: wanting / moments, cpuSeconds, wallSeconds: (performance.now() - from) / 1000 };
  };
}
