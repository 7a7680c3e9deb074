/** design.md §7: memory of one decode, whatever the file. */
export const decoderMemoryBytes = 512 * 1024 * 1024;

/**
 * The WASM heap's share of that; FFmpeg's compiled code and the process itself take about 140 MB more. A decode of any
 * accepted codec needs under 40 MB of heap, since input and output are streamed.
 */
export const wasmHeapBytes = 256 * 1024 * 1024;

/** No single allocation of FFmpeg's above this: headers that lie about sizes fail at once. */
export const maxAllocationBytes = 128 * 1024 * 1024;

export type ConversionLimits = {
  /** Processor time without output: honest files give sound within milliseconds of it, on any machine. */
  stallCpuSeconds: number;
  /** Time on the clock without output: the machine has something else to do, and this run can be tried again. */
  stallWallSeconds: number;
};

export const defaultConversionLimits: ConversionLimits = { stallCpuSeconds: 8, stallWallSeconds: 60 };

/** Processor time of a whole run: a constant, plus room for a machine that decodes at only five times real time. */
export function cpuSecondsFor(maxSeconds: number): number {
  return 10 + maxSeconds / 5;
}

/** Time on the clock of a whole run: nobody waits longer for a recording, and a busy machine has given it a quarter. */
export function wallSecondsFor(maxSeconds: number): number {
  return Math.max(240, 4 * cpuSecondsFor(maxSeconds));
}

/**
 * Codecs pad (AAC and MP3 by up to 0.1 s) and recorders stop late: this much above the limit is still within it.
 */
export const lengthToleranceSeconds = 0.25;
