import { letterCode, letterCount, readLetterContexts } from './letter-contexts.ts';
import type { LanguageModel } from './prefix-beam-search.ts';
import type { SomaliMask } from './somali-mask.ts';

export type LetterModelOptions = {
  /** How much the letters' own probabilities count beside the sound's. */
  weight?: number;
  /** Added for each letter written, so that the model does not favour short texts. */
  letterBonus?: number;
};

/** Contexts kept ready for the beam; a 30 s clip meets a few thousand. */
const maxCachedRows = 20_000;
/** A digit, say, which no text behind the model holds: as likely as any letter that was never seen. */
const unknownCost = Math.log(letterCount);

/**
 * The letter n-grams of `letter-model.bin` as scores for the prefix beam search:
 * `weight · ln P(text | last letters) + letterBonus` for each class of the mask.
 * @throws {RangeError} for a file of another kind.
 */
export function loadLetterModel(bytes: Uint8Array, mask: SomaliMask, options: LetterModelOptions = {}): LanguageModel {
  const { weight = 0.8, letterBonus = 1.6 } = options;
  const contexts = readLetterContexts(bytes);
  const codes = mask.texts.map((text) => [...text].map(letterCode));
  const rows = new Map<number, Float32Array>();
  const scoreRow = (context: readonly number[]) => {
    const costs = contexts.costsAfter(context);
    return Float32Array.from(codes, ([first, ...rest], klass) => {
      if (first === undefined) return 0;
      let cost = costs[first] ?? unknownCost;
      const before = [...context, first];
      // A class may be several letters (`sh`).
      for (const code of rest) {
        cost += contexts.costsAfter(before.slice(-contexts.longest))[code] ?? unknownCost;
        before.push(code);
      }
      return letterBonus * (codes[klass]?.length ?? 0) - weight * cost;
    });
  };
  return {
    contextLength: contexts.longest,
    scoreNext(path) {
      // A text begins as a word does.
      const context = [letterCode(' '), ...path.flatMap((klass) => codes[klass] ?? [])].slice(-contexts.longest);
      const key = context.reduce((sum, code) => sum * 32 + code, 0);
      const known = rows.get(key);
      if (known !== undefined) return known;
      if (rows.size >= maxCachedRows) rows.clear();
      const row = scoreRow(context);
      rows.set(key, row);
      return row;
    },
  };
}
