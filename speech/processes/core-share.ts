import { readFileSync } from 'node:fs';

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
