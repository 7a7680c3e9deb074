import { frameSeconds, measureFrameLevels, type TimeSpan } from './samples.ts';
import type { Sound } from './sound-file.ts';

type SoundReader = Pick<Sound, 'read'>;

/** No piece that is recognised by itself is longer. */
const longestSegmentSeconds = 20;
/** Spans with at most this much silence between them share a segment when they fit. */
const mergeGapSeconds = 1;
/** The rest of a cut span is at least this long where possible: a recogniser makes little of a lone syllable. */
const leastRestSeconds = 1;
/** Half the width over which quietness is judged: a plosive's closure is shorter, a pause between words is not. */
const halfPauseFrames = 3;

async function findQuietestSeconds(sound: SoundReader, fromSeconds: number, toSeconds: number): Promise<number> {
  const levels = measureFrameLevels(await sound.read({ startSeconds: fromSeconds, endSeconds: toSeconds }));
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

async function cutSpan(span: TimeSpan, sound: SoundReader, maxSeconds: number): Promise<TimeSpan[]> {
  const pieces: TimeSpan[] = [];
  let { startSeconds } = span;
  while (span.endSeconds - startSeconds > maxSeconds) {
    const from = startSeconds + (maxSeconds * 2) / 3;
    const to = Math.max(from, Math.min(startSeconds + maxSeconds, span.endSeconds - leastRestSeconds));
    const cut = await findQuietestSeconds(sound, from, to);
    pieces.push({ startSeconds, endSeconds: cut });
    startSeconds = cut;
  }
  pieces.push({ startSeconds, endSeconds: span.endSeconds });
  return pieces;
}

/** Spans to segments for the recogniser: in order, none longer than `maxSeconds`, covering all of the spans. */
export async function cutSegments(
  spans: readonly TimeSpan[],
  sound: SoundReader,
  { maxSeconds = longestSegmentSeconds } = {},
): Promise<TimeSpan[]> {
  const segments: TimeSpan[] = [];
  const pieces: TimeSpan[] = [];
  for (const span of spans) pieces.push(...(await cutSpan(span, sound, maxSeconds)));
  for (const piece of pieces) {
    const last = segments.at(-1);
    const isNear = last && piece.startSeconds - last.endSeconds <= mergeGapSeconds;
    if (isNear && piece.endSeconds - last.startSeconds <= maxSeconds) last.endSeconds = piece.endSeconds;
    else segments.push({ ...piece });
  }
  return segments;
}
