import { readFileSync } from 'node:fs';
import { readStat, ticksPerSecond } from '#platform/identity.ts';

export type ProcessUsage = {
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
