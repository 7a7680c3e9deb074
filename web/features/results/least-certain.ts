import { mediumConfidenceFrom } from '#shared/limits.ts';
import type { TranscribedWord } from '#shared/transcript.ts';

/** More marks than one word in ten and readers stop looking at them. */
const mostMarkedShare = 0.1;

/** Which words to mark for checking: the least certain ones, only of low confidence, at most one in ten. */
export function findLeastCertain(words: readonly TranscribedWord[]): ReadonlySet<number> {
  const most = Math.floor(words.length * mostMarkedShare);
  const doubtful = words
    .map(({ confidence }, at) => ({ confidence, at }))
    .filter((word): word is { confidence: number; at: number } => word.confidence !== null)
    .filter(({ confidence }) => confidence < mediumConfidenceFrom)
    .sort((a, b) => a.confidence - b.confidence || a.at - b.at);
  return new Set(doubtful.slice(0, most).map(({ at }) => at));
}
