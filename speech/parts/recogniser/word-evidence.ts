import { countEdits, matchWords } from '#shared/match-words.ts';
import type { RecognisedWord } from './align-words.ts';
import { listRows, type MaskedPosteriors, type SomaliMask, splitWords, writeText } from './posteriors.ts';

/** Of each frame its likeliest class, repeats and blanks collapsed: what the sound says without any language model. */
export function findBestPath(posteriors: MaskedPosteriors): number[] {
  const path: number[] = [];
  let previous = 0;
  for (const row of listRows(posteriors)) {
    const label = row.indexOf(Math.max(...row));
    if (label !== previous && label !== 0) path.push(label);
    previous = label;
  }
  return path;
}

/** What counts beside a word's own sound, which counts 1: the best of three grids (decisions 116, 123). */
const evidenceWeights = {
  oneDecoding: { knownWord: 0.3, usualLetters: 0, agreement: 0.4, sameText: 0, sameWord: 0 },
  severalDecodings: { knownWord: 0.5, usualLetters: 1, agreement: 1.5, sameText: 1.5, sameWord: 1 },
};
/** Letters of this mean probability are as usual as can be. */
const usualProbability = 1 / Math.E;

export type WordEvidence = {
  /** The classes of the text that was chosen. */
  classes: readonly number[];
  /** Of each decoding the likeliest text, and what `findBestPath` reads. */
  decodings: readonly { text: readonly number[]; bestPath: readonly number[] }[];
  mask: SomaliMask;
  /** Left out where there is no word model. */
  isKnown?: ((word: string) => boolean) | undefined;
  /** ln P of a word's letters and the space after it; left out where there is no letter model. */
  spell?: ((word: readonly number[]) => number) | undefined;
};

/** How usual the letters of each word are, in [0, 1]: their geometric mean probability, up to that of usual ones. */
function measureUsualness({ classes, mask, spell }: WordEvidence): Map<string, number> {
  const words = spell ? splitWords(classes, mask) : [];
  return new Map(
    words.map((word) => {
      const probability = Math.exp((spell?.(word) ?? 0) / (word.length + 1));
      return [writeText(word, mask), Math.min(1, probability / usualProbability)];
    }),
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Weighs the sound's confidence in each word with what the language tells of it and how far the decodings agree: an
 * unknown voice or room shows in these long before the network doubts itself.
 * @returns the words with a confidence in [0, 1]: the weighted mean of what there is.
 */
export function weighEvidence(words: readonly RecognisedWord[], evidence: WordEvidence): RecognisedWord[] {
  const { classes, decodings, mask, isKnown, spell } = evidence;
  const weights = decodings.length > 1 ? evidenceWeights.severalDecodings : evidenceWeights.oneDecoding;
  const letters = words.reduce((sum, { raw }) => sum + raw.length, 0);
  const compare = (text: readonly number[]) => Math.max(0, 1 - countEdits(text, classes) / Math.max(1, letters));
  const raws = words.map(({ raw }) => raw);
  const findWords = (text: readonly number[]) => matchWords(raws, writeText(text, mask).split(' ')).map(([at]) => at);
  const found = decodings.map(({ text }) => new Set(findWords(text)));
  const ofText =
    weights.agreement * mean(decodings.map(({ bestPath }) => compare(bestPath))) +
    weights.sameText * mean(decodings.map(({ text }) => compare(text)));
  const { knownWord, usualLetters, agreement, sameText, sameWord } = weights;
  const total = 1 + agreement + sameText + sameWord + (isKnown ? knownWord : 0) + (spell ? usualLetters : 0);
  const usualness = measureUsualness(evidence);
  return words.map((word, at) => {
    const known = (isKnown?.(word.raw) ? knownWord : 0) + usualLetters * (usualness.get(word.raw) ?? 0);
    const again = sameWord * mean(found.map((places) => Number(places.has(at))));
    return { ...word, confidence: (word.confidence + ofText + known + again) / total };
  });
}
