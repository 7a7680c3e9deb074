import type { ProcessUsage } from '../processes/process-usage.ts';
import { type ConversionLimits, cpuSecondsFor, decoderMemoryBytes } from './decoder-limits.ts';

/**
 * Says what is wrong with a run by the processor time and memory it has used, which a busy machine does not change:
 * only computing without putting anything out speaks against a file, never waiting.
 */
export function watchUsage(
  readUsage: () => ProcessUsage | undefined,
  { maxSeconds, limits }: { maxSeconds: number; limits: ConversionLimits },
) {
  const startedAt = readUsage()?.cpuSeconds ?? 0;
  let lastOutputAt = startedAt;
  let hasOutput = false;
  return {
    noteOutput(): void {
      hasOutput = true;
    },
    findFault(): string | undefined {
      const usage = readUsage();
      if (!usage) return undefined;
      if (hasOutput) lastOutputAt = usage.cpuSeconds;
      hasOutput = false;
      if (usage.residentBytes > decoderMemoryBytes) return 'decoding took too much memory';
      if (usage.cpuSeconds - startedAt > cpuSecondsFor(maxSeconds)) return 'decoding took too much computing';
      if (usage.cpuSeconds - lastOutputAt > limits.stallCpuSeconds) return 'decoding made no progress';
      return undefined;
    },
  };
}
