import type { TranscribedWord } from '#shared/transcript.ts';
import { clauseOpeners, connectors, looksFinite, sentenceStarters, subordinators } from './clauses.ts';
import { pauseBetween } from './kept-words.ts';
import { endsQuestion } from './questions.ts';
import { wordsOf } from './word-list.ts';

/** What may be written around a word; its letters are nobody's to change. */
export type WordMarks = {
  /** What stands after it. */
  mark: '' | ',' | '.' | '?';
  /** Places of the letters that are written large. */
  capitals: readonly number[];
  /** A sentence ends with it. */
  ends: boolean;
};

/** A new clause begins with one: where a sentence that is too long is best cut. */
export const newClauseWords = wordsOf('newClauseWords');

/** Silences, in seconds, that mean something in connected speech (models.md §7). */
const longPauseSeconds = 0.6;
const clearPauseSeconds = 0.3;
const shortPauseSeconds = 0.2;

/** A statement shows within these that it is one. */
const longestLookAhead = 6;

const shortestSentenceWords = 2;
/** Nobody reads a sentence of more words without a stop: the next clear pause ends it. */
const longSentenceWords = 28;

/** Whether a sentence ends between two words, given the words of the sentence so far. */
function endsHere(sofar: readonly TranscribedWord[], next: TranscribedWord): boolean {
  const last = sofar.at(-1);
  if (!last || connectors.has(last.text)) return false;
  const pause = pauseBetween(last, next);
  if (sofar.length < shortestSentenceWords)
    return pause >= longPauseSeconds && (sentenceStarters.has(last.text) || looksFinite(last.text));
  if (pause >= longPauseSeconds) return !opensSubordinate(sofar) || looksFinite(last.text);
  if (pause >= clearPauseSeconds && sofar.length >= longSentenceWords) return true;
  if (pause >= clearPauseSeconds && sentenceStarters.has(next.text) && looksFinite(last.text))
    return !opensSubordinate(sofar);
  return pause >= shortPauseSeconds && clauseOpeners.has(next.text) && looksFinite(last.text) && hasOwnOpener(sofar);
}

/** The clause so far is only an `if` or `when`: its main clause is still to come. */
function opensSubordinate(sofar: readonly TranscribedWord[]): boolean {
  return subordinators.has(sofar[0]?.text ?? '') && !hasOwnOpener(sofar);
}

const hasOwnOpener = (sofar: readonly TranscribedWord[]) =>
  sofar.some(({ text }) => clauseOpeners.has(text) || text === 'ayaa' || text === 'baa');

/** Where a model ends a sentence one does end, but not after a word that ties it to the next, and not after one alone. */
const mayEndHere = (sofar: readonly TranscribedWord[]) =>
  sofar.length >= shortestSentenceWords && !connectors.has(sofar.at(-1)?.text ?? '');

/**
 * Cuts words (none of them empty) into sentences at pauses and clause boundaries, and where a model's marks end one.
 * @param marks one for each word, or none.
 */
export function splitSentences(
  words: readonly TranscribedWord[],
  marks: readonly WordMarks[] = [],
): TranscribedWord[][] {
  const texts = words.map(({ text }) => text);
  const sentences: TranscribedWord[][] = [];
  let current: TranscribedWord[] = [];
  for (const [at, word] of words.entries()) {
    const endsByMarks = marks[at - 1]?.ends && mayEndHere(current);
    const asked = endsQuestion(texts.slice(at - current.length, at), texts.slice(at, at + longestLookAhead));
    if (current.length > 0 && (endsByMarks || asked || endsHere(current, word))) {
      sentences.push(current);
      current = [];
    }
    current.push(word);
  }
  if (current.length > 0) sentences.push(current);
  return sentences;
}
