import { readFileSync } from 'node:fs';

export type ProcessUsage = {
  /** User and system time of all its threads since it started. */
  cpuSeconds: number;
  residentBytes: number;
};

/** The kernel counts these in hundredths of a second on every architecture that Node runs on (proc(5), `USER_HZ`). */
const ticksPerSecond = 100;

/** What a process has used so far; `undefined` once it is gone, and on systems without `/proc`. */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name, which may hold anything; user and system time are the 14th and 15th.
    const [userTicks, systemTicks] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0;
    return {
      cpuSeconds: (Number(userTicks) + Number(systemTicks)) / ticksPerSecond,
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
