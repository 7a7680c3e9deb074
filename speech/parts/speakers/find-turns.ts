import type { TimeSpan } from '../../audio/samples.ts';
import type { SpeakerTurn } from '../ports.ts';
import { type FrameLabels, frameSeconds } from './label-frames.ts';

/** Pauses of a voice that belong to its turn. */
const bridgedSeconds = 0.5;
/** A shorter turn is given to the neighbour that it touches. */
const leastTurnSeconds = 0.6;
const touchingSeconds = 1;

/** Frames of one voice on end; `margins` is the sum over its `frames`. */
type Run = TimeSpan & { voice: number; margins: number; frames: number };

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && last.voice === run.voice && run.startSeconds - last.endSeconds < bridgedSeconds) {
      last.endSeconds = run.endSeconds;
      last.margins += run.margins;
      last.frames += run.frames;
    } else joined.push({ ...run });
  }
  return joined;
}

/** The neighbour that a very short turn is given to: the nearer one, of another voice. */
function findTaker(runs: readonly Run[], at: number): Run | undefined {
  const [before, run, after] = [runs[at - 1], runs[at], runs[at + 1]];
  if (!run || run.endSeconds - run.startSeconds > leastTurnSeconds - frameSeconds / 2) return undefined;
  const pauseBefore = before ? run.startSeconds - before.endSeconds : Number.POSITIVE_INFINITY;
  const pauseAfter = after ? after.startSeconds - run.endSeconds : Number.POSITIVE_INFINITY;
  const taker = pauseBefore <= pauseAfter ? before : after;
  return Math.min(pauseBefore, pauseAfter) <= touchingSeconds && taker?.voice !== run.voice ? taker : undefined;
}

function giveShortRunsAway(given: readonly Run[]): Run[] {
  let runs = [...given];
  for (let at = 0; at < runs.length; at++) {
    const [run, taker] = [runs[at], findTaker(runs, at)];
    if (!run || !taker) continue;
    run.voice = taker.voice;
    runs = joinRuns(runs);
    at = -1;
  }
  return runs;
}

/** One change and no way back is more often another microphone, or noise, than another voice. */
function isOneWay(runs: readonly Run[]): boolean {
  const changes = runs.filter((run, at) => at > 0 && run.voice !== runs[at - 1]?.voice).length;
  return new Set(runs.map(({ voice }) => voice)).size === 2 && changes < 2;
}

/**
 * Frames to turns, in order and not overlapping. `isCountKnown`: the listener said how many voices there are, so that one
 * change alone is believed.
 */
export function findTurns({ middles, labels, margins }: FrameLabels, isCountKnown: boolean): SpeakerTurn[] {
  const frames = Array.from(middles, (middle, at) => ({
    startSeconds: middle - frameSeconds / 2,
    endSeconds: middle + frameSeconds / 2,
    voice: labels[at] ?? 0,
    margins: margins[at] ?? 0,
    frames: 1,
  }));
  const runs = giveShortRunsAway(joinRuns(frames));
  const isOne = !isCountKnown && isOneWay(runs);
  const numbers = new Map<number, number>();
  return runs.map(({ startSeconds, endSeconds, voice, margins: sum, frames: count }) => {
    const key = isOne ? 0 : voice;
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return { startSeconds, endSeconds, speaker: numbers.get(key) ?? 1, sureness: sum / count };
  });
}
