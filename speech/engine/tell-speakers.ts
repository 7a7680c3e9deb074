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
  /** The samples of a window, 16 kHz mono; a long recording lies on disk. */
  read(span: TimeSpan): Promise<Float32Array>;
  /** Stretches of speech in seconds, in order. */
  stretches: readonly TimeSpan[];
  signal?: AbortSignal;
};

/**
 * Turns in order over a whole recording, none without speech, for each number of voices that is asked after (`undefined`:
 * as many as there are). Embeddings, 256 numbers for every 0.4 s of speech, are forgotten with the answer.
 * @throws {SpeechError} as a recogniser does.
 */
export async function tellSpeakers(
  teller: SpeakerTeller,
  { read, stretches, signal }: TellSpeakersOptions,
  counts: readonly (number | undefined)[] = [undefined],
): Promise<SpeakerTurn[][]> {
  const windows = cutWindows(stretches);
  const embeddings = new Float32Array(windows.length * embeddingSize);
  for (const [, alike] of Map.groupBy(windows.entries(), ([, window]) => countWindowSamples(window)))
    for (let from = 0; from < alike.length; from += batchWindows) {
      const batch = alike.slice(from, from + batchWindows);
      const sounds = batch.map(async ([, window]) => {
        const startSeconds = Math.max(0, window.startSeconds - marginSeconds);
        const samples = await read({ startSeconds, endSeconds: window.endSeconds + marginSeconds });
        return takeWindow(samples, window, startSeconds);
      });
      const answer = await teller.embed(await Promise.all(sounds), signal);
      for (const [index, [at]] of batch.entries())
        embeddings.set(answer.subarray(index * embeddingSize, (index + 1) * embeddingSize), at * embeddingSize);
    }
  return teller.tellTurns({ stretches, embeddings, counts }, signal);
}

/** Words that lie outside every turn belong to one that is this near. */
const nearSeconds = 0.5;

/** Words with the number of their speaker: none outside of all turns, and none where one voice alone was told. */
export function markSpeakers<Word extends TimeSpan>(
  words: readonly Word[],
  turns: readonly SpeakerTurn[],
): (Word & { speaker?: number })[] {
  if (new Set(turns.map(({ speaker }) => speaker)).size < 2) return [...words];
  let at = 0;
  return words.map((word) => {
    const middle = (word.startSeconds + word.endSeconds) / 2;
    const distanceTo = (turn: SpeakerTurn | undefined) =>
      turn ? Math.max(turn.startSeconds - middle, middle - turn.endSeconds, 0) : Number.POSITIVE_INFINITY;
    while (distanceTo(turns[at + 1]) < distanceTo(turns[at])) at += 1;
    const speaker = distanceTo(turns[at]) < nearSeconds ? turns[at]?.speaker : undefined;
    return speaker === undefined || speaker > speakersMax ? word : { ...word, speaker };
  });
}
