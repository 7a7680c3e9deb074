import { readFileSync } from 'node:fs';
import { readStat, ticksPerSecond } from '#platform/identity.ts';

export type ProcessUsage = {
  /** User and system time of all its threads since it started. */
  cpuSeconds: number;
  residentBytes: number;
};

/** What a process has used so far; `undefined` once it is gone, and on systems without `/proc`. */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  try {
    const [userTicks = 0, systemTicks = 0] = readStat(pid).slice(11, 13);
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0;
    return {
      cpuSeconds: (userTicks + systemTicks) / ticksPerSecond,
      residentBytes: Number(kibibytes) * 1024,
    };
  } catch {
    return undefined;
  }
}

/**
 * How much of one core this process is given on an idle machine: 1, or less where its container's quota says so
 * (cgroup v2, `cpu.max`: microseconds of computing in each period).
 */
export function readCoreShare(file = '/sys/fs/cgroup/cpu.max'): number {
  try {
    const [quota, period] = readFileSync(file, 'latin1').trim().split(' ').map(Number);
    const share = (quota ?? 0) / (period ?? 0);
    return share > 0 ? Math.min(1, share) : 1;
  } catch {
    return 1;
  }
}
