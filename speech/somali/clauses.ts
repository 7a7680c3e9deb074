import { wordsOf } from './word-list.ts';

// Word classes that carry sentence structure in Somali (models.md §7).

/** One of these opens nearly every declarative main clause. */
export const clauseOpeners = wordsOf('clauseOpeners');

/** Adverbs a sentence likes to begin with after a pause. */
export const sentenceStarters = wordsOf('sentenceStarters');

/** Words that tie what follows to what went before: no sentence ends after one. */
export const connectors = wordsOf('connectors');

/** These make the clause they open a subordinate one. */
export const subordinators = wordsOf('subordinators');

/** A finite verb ends the clause (SOV): the common endings. */
export function looksFinite(word: string): boolean {
  return word.length >= 4 && /(?:aa|ay|ey|een|aan|tahay|yahay|yihiin|tihiin|ahay|nay|o|in)$/.test(word);
}

/** They mark what the sentence is about; the verb follows. */
export const focusWords = wordsOf('focusWords');
