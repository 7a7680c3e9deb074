import { frameSeconds, type RecognisedWord } from './align-words.ts';
import { type MaskedPosteriors, type SomaliMask, writeText } from './posteriors.ts';
import { type LanguageModel, searchPrefixBeam } from './prefix-beam-search.ts';

/** Whoever is surer than this needs no other word. */
const sureFrom = 0.7;
const most = 3;
/** A few other words are wanted, not the best of all: a fifth of the work. */
const narrow = { beamWidth: 8, classesPerFrame: 6 };

type Parts = {
  posteriors: MaskedPosteriors;
  mask: SomaliMask;
  languageModel?: LanguageModel | undefined;
  /** Only such words are offered, where the words of the language are known. */
  isKnown?: ((word: string) => boolean) | undefined;
};

/** Beside each word that is not sure, what else the beam hears in its frames alone, the likeliest first. */
export function addAlternatives<W extends RecognisedWord>(words: readonly W[], parts: Parts) {
  const { posteriors, mask, languageModel, isKnown } = parts;
  const { classCount, logProbabilities } = posteriors;
  const write = (classes: readonly number[]) => writeText(classes, mask).trim();
  return words.map((word): W & { alternatives?: string[] } => {
    if (word.confidence >= sureFrom) return word;
    const first = Math.round(word.startSeconds / frameSeconds);
    const end = Math.round(word.endSeconds / frameSeconds);
    const frames = {
      ...posteriors,
      frameCount: end - first,
      logProbabilities: logProbabilities.subarray(first * classCount, end * classCount),
    };
    const { classes, others } = searchPrefixBeam(frames, { ...narrow, ...(languageModel && { languageModel }) });
    const heard = new Set([classes, ...others].map(write));
    const alternatives = [...heard]
      .filter((text) => text !== word.raw && /^[\p{L}\p{N}']+$/u.test(text) && isKnown?.(text) !== false)
      .slice(0, most);
    return alternatives.length > 0 ? { ...word, alternatives } : word;
  });
}
