import { buildSomaliMask, loadTokens, type MaskedPosteriors } from '#speech/parts/recogniser/posteriors.ts';

const letters = ['<s>', '<pad>', '</s>', '<unk>', ' ', "'", ...'abcdefghijklmnopqrstuvwxyz'];

/** The mask of a vocabulary with nothing but Somali's own letters. */
export const letterMask = buildSomaliMask(loadTokens(letters.map((token, id) => `${token} ${id}\n`).join('')));

/** One frame: probabilities of some texts (`''` is the blank); what is left over is shared by all others. */
export type FrameChances = Record<string, number>;

/** Posteriors of frames described by hand. */
export function makePosteriors(frames: readonly FrameChances[]): MaskedPosteriors {
  const { texts } = letterMask;
  const logProbabilities = frames.flatMap((chances) => {
    const named = Object.values(chances);
    const left = named.reduce((rest, chance) => rest - chance, 1);
    const other = Math.max(1e-12, left / (texts.length - named.length));
    return texts.map((text) => Math.log(chances[text] ?? other));
  });
  const outOfAlphabetProbability = new Float32Array(frames.length);
  const size = { frameCount: frames.length, classCount: texts.length };
  return { ...size, logProbabilities: Float32Array.from(logProbabilities), outOfAlphabetProbability };
}

/** One sure frame for each letter; `_` is a frame of blank. */
export const spell = (path: string, chance = 0.98): FrameChances[] =>
  [...path].map((letter) => ({ [letter === '_' ? '' : letter]: chance }));

export const writeClasses = (classes: readonly number[]): string =>
  classes.map((label) => letterMask.texts[label] ?? '?').join('');
