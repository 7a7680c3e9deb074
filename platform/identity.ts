import { readFileSync } from 'node:fs';

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** Clock ticks a second of Linux's /proc, the same on every architecture Node runs on. */
export const ticksPerSecond = 100;

/** The fields of proc(5)'s stat from the third on, as numbers; the name before them may hold anything. */
export function readStat(pid: number): number[] {
  const stat = readText(`/proc/${pid}/stat`) ?? '';
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Its number and when it began: a number alone names another process soon, as numbers are small and repeat in containers. */
export function describeProcess(pid = process.pid): string {
  const ticks = readStat(pid)[19];
  const boot = readText('/proc/sys/kernel/random/boot_id');
  return Number.isFinite(ticks) && boot !== undefined ? `${pid} ${ticks} ${boot}` : String(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process of this description still runs; of one without a beginning the number alone counts. */
export function isProcessAlive(described: string): boolean {
  const pid = Number.parseInt(described, 10);
  return pid > 0 && isRunning(pid) && [String(pid), describeProcess(pid)].includes(described.trim());
}
