import { readdirSync, readFileSync } from 'node:fs';
import { readCpuTicks, readTicksPerSecond } from './costs.ts';

const lookEveryMilliseconds = 50;

const isNumber = (name: string) => /^\d+$/.test(name);

function readOr<T>(read: () => T, instead: T): T {
  try {
    return read();
  } catch {
    return instead;
  }
}

/** A process and all its descendants. */
function findTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter(isNumber)) {
    const status = readOr(() => readFileSync(`/proc/${name}/stat`, 'utf8'), '');
    parents.set(Number(name), Number(status.split(') ')[1]?.split(' ')[1]));
  }
  const tree = [root];
  for (let at = 0; at < tree.length; at += 1)
    for (const [pid, parent] of parents) if (parent === tree[at]) tree.push(pid);
  return tree;
}

/** Whether one of its threads runs, or would if a processor were free (proc(5): state R). */
const wantsProcessor = (pid: number): boolean =>
  readOr(() => readdirSync(`/proc/${pid}/task`), []).some((task) => {
    const stat = readOr(() => readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8'), '');
    return stat.split(') ')[1]?.startsWith('R') ?? false;
  });

/**
 * Looks at a process and its descendants many times a second.
 * @returns a function that ends it: the share of moments at which at least one thread wanted a processor, and the
 *   processor seconds of those that still live
 */
export function watchTasks(root: number): () => { share: number; cpuSeconds: number; wallSeconds: number } {
  const from = performance.now();
  const ticksPerSecond = readTicksPerSecond();
  const ticksAtFirst = new Map<number, number>();
  const ticks = new Map<number, number>();
  let moments = 0;
  let wanting = 0;
  function look(): void {
    const tree = findTree(root);
    for (const pid of tree) {
      const now = readCpuTicks(pid);
      // A process that began since then has spent all its time within.
      if (!ticksAtFirst.has(pid)) ticksAtFirst.set(pid, moments === 0 ? now : 0);
      ticks.set(pid, now);
    }
    moments += 1;
    if (tree.some(wantsProcessor)) wanting += 1;
  }
  look();
  const timer = setInterval(look, lookEveryMilliseconds);
  return () => {
    clearInterval(timer);
    const spent = [...ticks].reduce((sum, [pid, last]) => sum + last - (ticksAtFirst.get(pid) ?? 0), 0);
    return {
      share: wanting / moments,
      cpuSeconds: spent / ticksPerSecond,
      wallSeconds: (performance.now() - from) / 1000,
    };
  };
}
