import type { MaskedPosteriors } from '#speech/parts/recogniser/posteriors.ts';
import type { SearchResult } from '#speech/parts/recogniser/prefix-beam-search.ts';

/** The single most likely path: the best class of each frame, repeats collapsed, blanks dropped, with the frame each begins in. The mark the beam is held to. */
export function searchGreedily({
  logProbabilities,
  frameCount,
  classCount,
}: MaskedPosteriors): SearchResult & { frames: number[] } {
  const classes: number[] = [];
  const frames: number[] = [];
  let logProbability = 0;
  let last = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    let best = 0;
    for (let label = 1; label < classCount; label += 1) {
      if ((logProbabilities[frame * classCount + label] ?? 0) > (logProbabilities[frame * classCount + best] ?? 0)) {
        best = label;
      }
    }
    logProbability += logProbabilities[frame * classCount + best] ?? 0;
    if (best !== 0 && best !== last) {
      classes.push(best);
      frames.push(frame);
    }
    last = best;
  }
  return { classes, frames, others: [], logProbability };
}
