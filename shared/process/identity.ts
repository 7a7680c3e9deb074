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

/** Begun after that moment: it only has the number of the process that is meant. */
function hasBegunAfter(pid: number, moment: Date): boolean {
  const ticks = readStartTicks(pid);
  const bootSeconds = Number(/^btime (\d+)$/m.exec(readText('/proc/stat') ?? '')?.[1]);
  if (ticks === undefined || !Number.isFinite(bootSeconds)) return false;
  return bootSeconds + ticks / ticksPerSecond > moment.getTime() / 1000 + 1;
}

/**
 * Whether the process that `described` names still runs.
 * @param described what `describeProcess` gave, or a bare number as others write it
 * @param writtenAt when it was written down: decides where only a number is known
 */
export function isProcessAlive(described: string, writtenAt: Date): boolean {
  const [number = '', ticks, boot] = described.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid < 1) return false;
  if (ticks === undefined) return isRunning(pid) && !hasBegunAfter(pid, writtenAt);
  return boot === readBoot() && String(readStartTicks(pid)) === ticks;
}
