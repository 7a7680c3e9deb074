import { frameSeconds, measureFrameLevels, type TimeSpan, takeSpan } from './samples.ts';

/** No piece that is recognised by itself is longer. */
const longestSegmentSeconds = 20;
/** Spans with at most this much silence between them share a segment when they fit. */
const mergeGapSeconds = 1;
/** The rest of a cut span is at least this long where possible: a recogniser makes little of a lone syllable. */
const leastRestSeconds = 1;
/** Half the width over which quietness is judged: a plosive's closure is shorter, a pause between words is not. */
const halfPauseFrames = 3;

/** The middle of the quietest 0.14 s between two times. */
function findQuietestSeconds(samples: Float32Array, fromSeconds: number, toSeconds: number): number {
  const levels = measureFrameLevels(takeSpan(samples, { startSeconds: fromSeconds, endSeconds: toSeconds }));
  let quietest = levels.length - 1;
  let quietestLevel = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < levels.length; frame++) {
    const around = levels.subarray(Math.max(0, frame - halfPauseFrames), frame + halfPauseFrames + 1);
    const level = around.reduce((sum, value) => sum + value, 0) / around.length;
    if (level >= quietestLevel) continue;
    quietest = frame;
    quietestLevel = level;
  }
  return levels.length > 0 ? Math.min(fromSeconds + (quietest + 0.5) * frameSeconds, toSeconds) : toSeconds;
}

/** Cuts one span into pieces of at most `maxSeconds`, each cut at the quietest point of the last third before the limit. */
function cutSpan(span: TimeSpan, samples: Float32Array, maxSeconds: number): TimeSpan[] {
  const pieces: TimeSpan[] = [];
  let { startSeconds } = span;
  while (span.endSeconds - startSeconds > maxSeconds) {
    const from = startSeconds + (maxSeconds * 2) / 3;
    const to = Math.max(from, Math.min(startSeconds + maxSeconds, span.endSeconds - leastRestSeconds));
    const cut = findQuietestSeconds(samples, from, to);
    pieces.push({ startSeconds, endSeconds: cut });
    startSeconds = cut;
  }
  pieces.push({ startSeconds, endSeconds: span.endSeconds });
  return pieces;
}

/**
 * Spans of speech to segments for the recogniser: in order, not overlapping, none longer than `maxSeconds`, together
 * covering all of the spans. `spans` are in order and do not overlap; `samples` are the recording, 16 kHz mono.
 */
export function cutSegments(
  spans: readonly TimeSpan[],
  samples: Float32Array,
  { maxSeconds = longestSegmentSeconds } = {},
): TimeSpan[] {
  const segments: TimeSpan[] = [];
  for (const piece of spans.flatMap((span) => cutSpan(span, samples, maxSeconds))) {
    const last = segments.at(-1);
    const isNear = last && piece.startSeconds - last.endSeconds <= mergeGapSeconds;
    if (isNear && piece.endSeconds - last.startSeconds <= maxSeconds) last.endSeconds = piece.endSeconds;
    else segments.push({ ...piece });
  }
  return segments;
}
