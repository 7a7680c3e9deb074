import { buildSomaliMask, loadTokens, type MaskedPosteriors } from '#speech/parts/recogniser/posteriors.ts';
import type { SearchResult } from '#speech/parts/recogniser/prefix-beam-search.ts';

const letters = ['<s>', '<pad>', '</s>', '<unk>', ' ', "'", ...'abcdefghijklmnopqrstuvwxyz'];

/** The mask of a vocabulary with nothing but Somali's own letters. */
export const letterMask = buildSomaliMask(loadTokens(letters.map((token, id) => `${token} ${id}\n`).join('')));

/** One frame: probabilities of some texts (`''` is the blank); what is left over is shared by all others. */
export type FrameChances = Record<string, number>;

/** Posteriors of frames described by hand. */
export function makePosteriors(frames: readonly FrameChances[]): MaskedPosteriors {
  const classCount = letterMask.texts.length;
  const logProbabilities = frames.flatMap((chances) => {
    const named = Object.values(chances).reduce((sum, chance) => sum + chance, 0);
    const rest = Math.max(1e-12, (1 - named) / (classCount - Object.keys(chances).length));
    return letterMask.texts.map((text) => Math.log(chances[text] ?? rest));
  });
  return {
    frameCount: frames.length,
    classCount,
    logProbabilities: Float32Array.from(logProbabilities),
    outOfAlphabetProbability: new Float32Array(frames.length),
  };
}

/** One sure frame for each letter; `_` is a frame of blank. */
export const spell = (path: string, chance = 0.98): FrameChances[] =>
  [...path].map((letter) => ({ [letter === '_' ? '' : letter]: chance }));

export const writeClasses = (classes: readonly number[]): string =>
  classes.map((label) => letterMask.texts[label] ?? '?').join('');

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
