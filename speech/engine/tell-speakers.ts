import { speakersMax } from '#shared/limits.ts';
import type { TimeSpan } from '../audio/samples.ts';
import type { SpeakerTeller, SpeakerTurn } from '../parts/ports.ts';
import { countWindowSamples, cutWindows, takeWindow } from '../parts/speakers/cut-windows.ts';

/** Windows that are embedded at once: beyond this a batch is no faster. */
const batchWindows = 16;
const embeddingSize = 256;
/** A window's spectrum begins and ends a little outside of it. */
const marginSeconds = 0.05;

type TellSpeakersOptions = {
  /** The samples of a stretch, 16 kHz mono; a long recording lies on disk. */
  read(span: TimeSpan): Promise<Float32Array>;
  /** Stretches of speech in seconds, in order. */
  stretches: readonly TimeSpan[];
  /** How many voices there are, where a person has said so. */
  voices?: number;
  signal?: AbortSignal;
};

/**
 * Who speaks when, over a whole recording: turns in order, none without speech. One stretch of sound and 256 numbers for
 * every 0.4 s of speech are in memory; the numbers are forgotten with the answer.
 * @throws {SpeechError} as a recogniser does.
 */
export async function tellSpeakers(teller: SpeakerTeller, options: TellSpeakersOptions): Promise<SpeakerTurn[]> {
  const { read, stretches, voices, signal } = options;
  const embeddings = new Float32Array(cutWindows(stretches).length * embeddingSize);
  const batches = new Map<number, { at: number; samples: Float32Array }[]>();
  const embed = async (batch: { at: number; samples: Float32Array }[]) => {
    const windows = batch.splice(0);
    const answer = await teller.embed(
      windows.map(({ samples }) => samples),
      signal,
    );
    for (const [index, { at }] of windows.entries())
      embeddings.set(answer.subarray(index * embeddingSize, (index + 1) * embeddingSize), at * embeddingSize);
  };
  let at = 0;
  for (const stretch of stretches) {
    const windows = cutWindows([stretch]);
    if (windows.length === 0) continue;
    const from = Math.max(0, stretch.startSeconds - marginSeconds);
    const samples = await read({ startSeconds: from, endSeconds: stretch.endSeconds + marginSeconds });
    for (const window of windows) {
      const length = countWindowSamples(window);
      const batch = batches.get(length) ?? [];
      batches.set(length, batch);
      batch.push({ at: at++, samples: takeWindow(samples, window, from) });
      if (batch.length >= batchWindows) await embed(batch);
    }
  }
  for (const batch of batches.values()) if (batch.length > 0) await embed(batch);
  return teller.tellTurns({ stretches, embeddings, ...(voices ? { voices } : {}) }, signal);
}

/** Words that lie outside every turn belong to one that is this near. */
const nearSeconds = 0.5;

const overlapOf = (one: TimeSpan, other: TimeSpan) =>
  Math.min(one.endSeconds, other.endSeconds) - Math.max(one.startSeconds, other.startSeconds);

/** Finds, for words in order, the turn that most of each lies in, else the nearest within half a second. */
function createTurnFinder(turns: readonly SpeakerTurn[]) {
  let from = 0;
  return (word: TimeSpan): SpeakerTurn | undefined => {
    while ((turns[from]?.endSeconds ?? Number.POSITIVE_INFINITY) < word.startSeconds - nearSeconds) from++;
    let best: SpeakerTurn | undefined;
    let bestOverlap = -nearSeconds;
    for (let at = from; at < turns.length; at++) {
      const turn = turns[at];
      if (!turn || turn.startSeconds > word.endSeconds + nearSeconds) break;
      const overlap = overlapOf(word, turn);
      if (overlap > bestOverlap) [best, bestOverlap] = [turn, overlap];
    }
    return best;
  };
}

/** Words with the number of their speaker: none outside of all turns, and none where one voice alone was told. */
export function markSpeakers<Word extends TimeSpan>(
  words: readonly Word[],
  turns: readonly SpeakerTurn[],
): (Word & { speaker?: number })[] {
  if (new Set(turns.map(({ speaker }) => speaker)).size < 2) return [...words];
  const findTurn = createTurnFinder(turns);
  return words.map((word) => {
    const speaker = findTurn(word)?.speaker;
    return speaker === undefined || speaker > speakersMax ? word : { ...word, speaker };
  });
}
