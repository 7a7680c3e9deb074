import { listDifferences } from '#shared/match-words.ts';
import { frameSeconds, type RecognisedWord } from './align-words.ts';
import { type MaskedPosteriors, type SomaliMask, writeText } from './posteriors.ts';
import { type LanguageModel, searchPrefixBeam } from './prefix-beam-search.ts';

/** A word above this confidence needs no alternatives. */
const sureFrom = 0.85;
const most = 3;
/** A few other words are wanted, not the best of all: a fifth of the work. */
const narrow = { beamWidth: 8, classesPerFrame: 6 };

type Parts = {
  posteriors: MaskedPosteriors;
  mask: SomaliMask;
  languageModel?: LanguageModel | undefined;
  /** What each decoding of the same speech took for its likeliest text. */
  decodings: readonly { text: readonly number[] }[];
  /** Only such words are offered, where the words of the language are known. */
  isKnown?: ((word: string) => boolean) | undefined;
};

/** Beside an unsure word what other decodings have there, then what the beam hears in its frames alone, best first. */
export function addAlternatives<W extends RecognisedWord>(words: readonly W[], parts: Parts) {
  const { posteriors, mask, languageModel, decodings, isKnown } = parts;
  const { classCount, logProbabilities } = posteriors;
  const write = (classes: readonly number[]) => writeText(classes, mask).trim();
  const raws = words.map(({ raw }) => raw);
  const others = decodings.map(({ text }) => listInPlace(raws, write(text).split(' ')));
  const isOffered = (text: string) =>
    text.split(' ').every((word) => /^[\p{L}\p{N}']+$/u.test(word) && isKnown?.(word) !== false);
  return words.map((word, at): W & { alternatives?: string[] } => {
    if (word.confidence >= sureFrom) return word;
    const first = Math.round(word.startSeconds / frameSeconds);
    const end = Math.round(word.endSeconds / frameSeconds);
    const frames = {
      ...posteriors,
      frameCount: end - first,
      logProbabilities: logProbabilities.subarray(first * classCount, end * classCount),
    };
    const beam = searchPrefixBeam(frames, { ...narrow, ...(languageModel && { languageModel }) });
    const alone = [beam.classes, ...beam.others].map(write).filter((text) => !text.includes(' '));
    const found = new Set([...others.flatMap((texts) => texts.get(at) ?? []), ...alone]);
    const alternatives = [...found].filter((text) => text !== word.raw && isOffered(text)).slice(0, most);
    return alternatives.length > 0 ? { ...word, alternatives } : word;
  });
}

/** By the place of a word, what another text has there: a word for a word, or two that it was heard as. */
function listInPlace(words: readonly string[], others: readonly string[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { start, end, otherStart, otherEnd } of listDifferences(words, others)) {
    const there = others.slice(otherStart, otherEnd);
    if (there.length === end - start) for (const [at, text] of there.entries()) found.set(start + at, text);
    else if (end - start === 1 && there.length === 2) found.set(start, there.join(' '));
  }
  return found;
}
