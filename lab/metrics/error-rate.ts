import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import { countEdits } from '#shared/match-words.ts';

/** What was said and what was heard. */
export type TextPair = { reference: string; hypothesis: string };

/** Lower-case, without punctuation but for apostrophes within words, single spaces: what error rates are counted on. */
export function normaliseForScoring(text: string): string {
  return foldApostrophes(text.normalize('NFC').toLowerCase())
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])'+|'+(?=')/gu, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** The words of a text as errors are counted on them. */
export const toScoredWords = (text: string): string[] => normaliseForScoring(text).split(' ').filter(Boolean);
const toCharacters = (text: string): string[] => [...normaliseForScoring(text)];

/** Word edits over all words said, in all pairs together. Nothing said and something heard is 1 at least. */
export function wordErrorRate(pairs: readonly TextPair[]): number {
  return errorRate(pairs, toScoredWords);
}

/** Character edits (spaces count) over all characters said, in all pairs together. */
export function characterErrorRate(pairs: readonly TextPair[]): number {
  return errorRate(pairs, toCharacters);
}

function errorRate(pairs: readonly TextPair[], cut: (text: string) => string[]): number {
  let edits = 0;
  let said = 0;
  for (const { reference, hypothesis } of pairs) {
    const wanted = cut(reference);
    edits += countEdits(wanted, cut(hypothesis));
    said += wanted.length;
  }
  return edits / Math.max(1, said);
}
