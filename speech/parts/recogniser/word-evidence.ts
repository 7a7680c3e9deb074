import type { RecognisedWord } from './align-words.ts';
import type { MaskedPosteriors } from './posteriors.ts';

/** Levenshtein distance: each substitution, insertion and deletion counts one. Works on letters and on words. */
export function countEdits<Unit>(reference: readonly Unit[], hypothesis: readonly Unit[]): number {
  let above = Array.from({ length: hypothesis.length + 1 }, (_, j) => j);
  for (const [i, wanted] of reference.entries()) {
    const row = [i + 1];
    for (const [j, found] of hypothesis.entries()) {
      const replaced = (above[j] ?? 0) + (wanted === found ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    above = row;
  }
  return above[hypothesis.length] ?? 0;
}

/** Of each frame its likeliest class, repeats and blanks collapsed: what the sound says without any language model. */
export function findBestPath({ logProbabilities, frameCount, classCount }: MaskedPosteriors): number[] {
  const path: number[] = [];
  let previous = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = logProbabilities.subarray(frame * classCount, (frame + 1) * classCount);
    const label = row.indexOf(Math.max(...row));
    if (label !== previous && label !== 0) path.push(label);
    previous = label;
  }
  return path;
}

/** Beside the sound's own confidence, which counts 1; the best of a grid, each with maps of the other synthesisers (decision 116). */
const evidenceWeights = { knownWord: 0.3, agreement: 0.4 };

/** What is known of words beside their sound. */
export type WordEvidence = {
  /** The classes of the text that the beam found, and those of `findBestPath`. */
  classes: readonly number[];
  bestPath: readonly number[];
  /** Left out where there is no word model. */
  isKnown?: ((word: string) => boolean) | undefined;
};

/**
 * Weighs the sound's confidence in each word with what the language tells: whether the word is known at all, and how much
 * of the whole text the language model had to change. A voice or a room that the network does not know shows in these
 * long before the network doubts itself.
 * @returns the words with a confidence in [0, 1]: the weighted mean of the three, or of two without a word model.
 */
export function weighEvidence(words: readonly RecognisedWord[], evidence: WordEvidence): RecognisedWord[] {
  const { classes, bestPath, isKnown } = evidence;
  const letters = words.reduce((sum, { raw }) => sum + raw.length, 0);
  const agreement = Math.max(0, 1 - countEdits(bestPath, classes) / Math.max(1, letters));
  const total = 1 + evidenceWeights.agreement + (isKnown ? evidenceWeights.knownWord : 0);
  return words.map((word) => {
    const known = isKnown?.(word.raw) ? evidenceWeights.knownWord : 0;
    return { ...word, confidence: (word.confidence + evidenceWeights.agreement * agreement + known) / total };
  });
}
