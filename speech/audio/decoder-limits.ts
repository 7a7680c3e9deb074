/** design.md §7: memory of one decode, whatever the file. */
export const decoderMemoryBytes = 512 * 1024 * 1024;

/**
 * The WASM heap's share of that; FFmpeg's compiled code and the worker itself take about 120 MB more. A decode of any
 * accepted codec needs under 40 MB of heap, since input and output are streamed.
 */
export const wasmHeapBytes = 256 * 1024 * 1024;

/** No single allocation of FFmpeg's above this: headers that lie about sizes fail at once. */
export const maxAllocationBytes = 128 * 1024 * 1024;

/** A run that puts out nothing for this long is hostile or broken: honest files give sound within milliseconds. */
export const stallMilliseconds = 8_000;

/** Wall time of a whole run: a constant, plus room for a machine that decodes at only five times real time. */
export function wallMillisecondsFor(maxSeconds: number): number {
  return 10_000 + maxSeconds * 200;
}

/**
 * Codecs pad (AAC and MP3 by up to 0.1 s) and recorders stop late: this much above the limit is still within it.
 */
export const lengthToleranceSeconds = 0.25;
