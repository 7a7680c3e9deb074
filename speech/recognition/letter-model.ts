import type { LanguageModel } from './prefix-beam-search.ts';
import type { SomaliMask } from './somali-mask.ts';

export type LetterModelOptions = {
  /** How much the letters' own probabilities count beside the sound's. */
  weight?: number;
  /** Added for each letter written, so that the model does not favour short texts. */
  letterBonus?: number;
};

type Context = { backOff: number; following: Map<string, number> };

/** Contexts kept ready for the beam; a 30 s clip meets a few thousand. */
const maxCachedRows = 20_000;

/**
 * Reads the letter n-grams that `training/letter_model.py` writes (a line a context: the context, a tab, a symbol for the
 * weight of shorter contexts, then letters each with a symbol; a symbol's code minus 33 is −10 ln p).
 * @returns scores for the prefix beam search: `weight · ln P(text | last letters) + letterBonus`.
 */
export function loadLetterModel(text: string, mask: SomaliMask, options: LetterModelOptions = {}): LanguageModel {
  const { weight = 0.5, letterBonus = 0.8 } = options;
  const contexts = readContexts(text);
  const contextLength = Math.max(...[...contexts.keys()].map((context) => context.length));
  const rows = new Map<string, Float32Array>();
  const scoreText = (context: string, added: string) => {
    let logProbability = 0;
    for (let i = 0; i < added.length; i += 1) {
      const before = (context + added.slice(0, i)).slice(-contextLength);
      logProbability += lookUp(contexts, before, added.charAt(i));
    }
    return weight * logProbability + letterBonus * added.length;
  };
  return {
    contextLength,
    scoreNext(path) {
      // A text begins as a word does.
      const context = ` ${path.map((klass) => mask.texts[klass] ?? '').join('')}`.slice(-contextLength);
      const known = rows.get(context);
      if (known !== undefined) return known;
      if (rows.size >= maxCachedRows) rows.clear();
      const row = Float32Array.from(mask.texts, (added) => scoreText(context, added));
      rows.set(context, row);
      return row;
    },
  };
}

function readContexts(text: string): Map<string, Context> {
  const contexts = new Map<string, Context>();
  for (const line of text.split('\n')) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    const following = new Map<string, number>();
    for (let i = tab + 2; i + 1 < line.length; i += 2) following.set(line.charAt(i), readSymbol(line, i + 1));
    contexts.set(line.slice(0, tab), { backOff: readSymbol(line, tab + 1), following });
  }
  return contexts;
}

const readSymbol = (line: string, at: number): number => (33 - line.charCodeAt(at)) / 10;

/** Natural log of P(letter | context); a letter never seen, such as a digit, has what the shorter contexts leave over. */
function lookUp(contexts: Map<string, Context>, context: string, letter: string): number {
  let logWeight = 0;
  for (let start = 0; start <= context.length; start += 1) {
    const entry = contexts.get(context.slice(start));
    if (entry === undefined) continue;
    const logProbability = entry.following.get(letter);
    if (logProbability !== undefined) return logWeight + logProbability;
    logWeight += entry.backOff;
  }
  return logWeight;
}
