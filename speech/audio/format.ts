/** The rate that all of speech/ works at; one channel, float32, full scale ±1. */
export const sampleRateHz = 16_000;

export type TimeSpan = { startSeconds: number; endSeconds: number };

/** The samples of a stretch: a view, not a copy. */
export function takeSpan(samples: Float32Array, { startSeconds, endSeconds }: TimeSpan): Float32Array {
  return samples.subarray(Math.round(startSeconds * sampleRateHz), Math.round(endSeconds * sampleRateHz));
}

export function sumSpanSeconds(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
}
