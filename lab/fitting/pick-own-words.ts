import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import { hotWordsMost } from '#shared/limits.ts';
import { letterCode, type NgramContexts } from '#speech/parts/recogniser/ngram-lm.ts';

/** A word whose letters cost more than this (−ln p) is one that the character n-gram LM would not write by itself. */
const expectedCost = 9;
const letters = /[a-z][a-z']*/g;
const hotWordShortest = 3;
const hotWordLongest = 30;

/**
 * The words of a text that a recogniser should be told of: those its letter model finds unlikely, the commonest first.
 * Everyday words stay out, or every text would be pulled towards them.
 */
export function pickHotWords(text: string, contexts: NgramContexts): string[] {
  const folded = foldApostrophes(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
  const counts = new Map<string, number>();
  for (const [found] of folded.matchAll(letters)) {
    const word = found.replace(/'+$/, '');
    if (word.length < hotWordShortest || word.length > hotWordLongest) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const unexpected = [...counts].filter(([word]) => measureCost(word, contexts) > expectedCost);
  return unexpected
    .sort(([, a], [, b]) => b - a)
    .slice(0, hotWordsMost)
    .map(([word]) => word);
}

function measureCost(word: string, contexts: NgramContexts): number {
  const path = [letterCode(' ')];
  let cost = 0;
  for (const letter of `${word} `) {
    cost += contexts.costsAfter(path.slice(-contexts.longest))[letterCode(letter)] ?? 0;
    path.push(letterCode(letter));
  }
  return cost;
}
