import type { TimeSpan } from '../../audio/samples.ts';
import type { SpeakerTurn } from '../ports.ts';
import { type Frame, frameSeconds } from './label-frames.ts';

/** Pauses of a voice that belong to its turn. */
const bridgedSeconds = 0.5;
/** A shorter turn is given to the neighbour that it touches. */
const leastTurnSeconds = 0.6;
const touchingSeconds = 1;

/** Frames of one voice on end. */
type Run = TimeSpan & { voice: number };

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isSame = last?.voice === run.voice && run.startSeconds - last.endSeconds < bridgedSeconds;
    if (isSame) last.endSeconds = run.endSeconds;
    else joined.push({ ...run });
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

function giveShortRunsAway(given: Run[]): Run[] {
  let runs = given;
  for (;;) {
    const at = runs.findIndex((_, place) => findTaker(runs, place));
    const [run, taker] = [runs[at], findTaker(runs, at)];
    if (!run || !taker) return runs;
    run.voice = taker.voice;
    runs = joinRuns(runs);
  }
}

/** One change and no way back is more often another microphone, or noise, than another voice. */
function isOneWay(runs: readonly Run[]): boolean {
  const changes = runs.filter((run, at) => at > 0 && run.voice !== runs[at - 1]?.voice).length;
  return new Set(runs.map(({ voice }) => voice)).size === 2 && changes < 2;
}

/** Turns in order, not overlapping. `isCountKnown`: a person said how many voices there are, so one change counts. */
export function findTurns(frames: readonly Frame[], isCountKnown: boolean): SpeakerTurn[] {
  const framed = frames.map(({ middle, voice }) => {
    return { startSeconds: middle - frameSeconds / 2, endSeconds: middle + frameSeconds / 2, voice };
  });
  const runs = giveShortRunsAway(joinRuns(framed));
  const isOne = !isCountKnown && isOneWay(runs);
  const order = isOne ? [] : [...new Set(runs.map(({ voice }) => voice))];
  return runs.map(({ voice, ...span }) => ({ ...span, speaker: Math.max(0, order.indexOf(voice)) + 1 }));
}
