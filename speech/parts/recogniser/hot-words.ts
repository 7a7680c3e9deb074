import { type SomaliMask, writeText } from './posteriors.ts';
import type { LanguageModel } from './prefix-beam-search.ts';

export type HotWordsParts = {
  words: ReadonlySet<string>;
  mask: SomaliMask;
  /** What the words are added to; left out, all other text is alike. */
  model?: LanguageModel | undefined;
};

/** Natural log for each letter of a preferred word. */
const letterBonus = 1;

/** Classes of a word that are looked back at; longer words are preferred up to here. */
const longestWord = 32;

/**
 * Each letter that goes on with a preferred word is worth a bonus at once, so that the beam keeps it to its end; it is
 * taken back where the text turns away, but not behind a whole word: Somali puts articles and conjunctions there.
 */
export function biasToHotWords({ words, mask, model }: HotWordsParts): LanguageModel {
  const beginnings = new Set([...words].flatMap((word) => [...word].map((_, end) => word.slice(0, end + 1))));
  const readWord = (path: readonly number[]) => {
    const recent = path.slice(-longestWord);
    const letters = recent.slice(recent.lastIndexOf(mask.spaceClass) + 1);
    return writeText(letters, mask);
  };
  /** What is taken back where the word does not go on as one of ours. */
  const given = (written: string) => {
    if (!beginnings.has(written)) return 0;
    let kept = written.length;
    while (kept > 0 && !words.has(written.slice(0, kept))) kept -= 1;
    return letterBonus * (written.length - kept);
  };
  return {
    contextLength: Math.max(longestWord, model?.contextLength ?? 0),
    scoreEnd: (path) => (model?.scoreEnd?.(path) ?? 0) - given(readWord(path)),
    scoreNext(path) {
      const written = readWord(path);
      const follows = written === '' || beginnings.has(written);
      const base = model?.scoreNext(path) ?? new Float32Array(mask.texts.length);
      if (!follows) return base;
      const back = given(written);
      return Float32Array.from(mask.texts, (text, label) => {
        if (text === '') return base[label] ?? 0;
        const change = text !== ' ' && beginnings.has(written + text) ? letterBonus * text.length : -back;
        return (base[label] ?? 0) + change;
      });
    },
  };
}
