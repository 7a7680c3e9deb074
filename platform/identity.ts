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

/** When a process began, in ticks since the machine did; `undefined` where nothing tells. */
function readStartTicks(pid: number): number | undefined {
  const ticks = readStat(pid)[19];
  return Number.isFinite(ticks) ? ticks : undefined;
}

const readBoot = (): string | undefined => readText('/proc/sys/kernel/random/boot_id');

/** A number alone names another process soon: numbers are small and repeat in containers. */
export function describeProcess(pid = process.pid): string {
  const ticks = readStartTicks(pid);
  const boot = readBoot();
  return ticks === undefined || boot === undefined ? String(pid) : `${pid} ${ticks} ${boot}`;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function isProcessAlive(described: string): boolean {
  const [number = '', ticks, boot] = described.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid < 1) return false;
  if (ticks === undefined) return isRunning(pid);
  return boot === readBoot() && String(readStartTicks(pid)) === ticks;
}
