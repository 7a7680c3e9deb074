import type { TranscribedWord } from '#shared/transcript.ts';
import { clauseOpeners, connectors, focusWords, looksFinite, sentenceStarters } from './clauses.ts';
import { oddsOfEnd, wordsAhead } from './gaps.ts';
import { pauseBetween } from './kept-words.ts';
import { endsAtSilence, endsQuestion, isMainClause, isWholeQuestion } from './questions.ts';
import { wordsOf } from './word-list.ts';

/** A new clause begins with one: where a sentence that is too long is best cut. */
export const newClauseWords = wordsOf('newClauseWords');

const shortestSentenceWords = 2;
/** After so long a silence, in seconds, a word alone is a sentence, and a whole clause before another one. */
const longPauseSeconds = 0.6;
/** Between a question and what is no part of it. */
const clearPauseSeconds = 0.3;

/** Log odds that the words and the silence together must reach: a sentence cut in two is worse than two in one. */
const endLimit = 2.2;
/** A sentence of more words is hard to read without a stop: a doubtful end will do. */
const longSentenceWords = 28;
const doubtfulOdds = 2;

/** Before any silence a sentence of its own: `subax wanaagsan / waxaan…`. */
const greeting =
  /^(?:(?:subax|galab|fiid|habeen|maalin|ciid) wanaagsan|(?:wa calaykum )?ass?alaamu? (?:calaykum|caleykum))(?: walaal(?:o|ayaal)?)?$/;
const definiteNoun = /(?:[kghtd]|dh|sh)(?:a|ii|u|an|aas)$/;

/** Only what is spoken of, before the clause about it: `lacagta iyo warqadaha | waxaan ku reebay guriga`. */
const isTopic = (words: readonly string[]) =>
  definiteNoun.test(words.at(-1) ?? '') &&
  !words.some((word) => looksFinite(word) || clauseOpeners.has(word) || focusWords.has(word) || word === 'ma');

/** What a silence says: at 0.2 s nothing, at 0.8 s that it follows an end 60 times as often as any other word. */
const oddsOfPause = (seconds: number) => Math.min(4.2, Math.max(-1.85, 2.1 * Math.log2(seconds / 0.2)));

/** Whether a sentence of the words so far ends before those ahead, with so many seconds of silence between. */
function endsHere(sofar: readonly string[], ahead: readonly string[], pauseSeconds: number): boolean {
  const [last = '', next = ''] = [sofar.at(-1), ahead[0]];
  if (connectors.has(last) && last !== 'ah') return false;
  if (sofar.length < shortestSentenceWords)
    return pauseSeconds >= longPauseSeconds && (sentenceStarters.has(last) || looksFinite(last));
  if (clauseOpeners.has(next) && isTopic(sofar)) return false;
  const isClear = pauseSeconds >= clearPauseSeconds;
  if (isClear && (greeting.test(sofar.join(' ')) || endsAtSilence(sofar, ahead))) return true;
  if (pauseSeconds >= longPauseSeconds && clauseOpeners.has(next) && isMainClause(sofar)) return true;
  const odds = oddsOfEnd(sofar, ahead) + oddsOfPause(pauseSeconds);
  // What is joined to a question would be asked as well.
  const mayDoubt = sofar.length >= longSentenceWords || (isClear && isWholeQuestion(sofar));
  return odds + (mayDoubt ? doubtfulOdds : 0) > endLimit;
}

/** Cuts words (none of them empty) into sentences at pauses and clause boundaries. */
export function splitSentences(words: readonly TranscribedWord[]): TranscribedWord[][] {
  const texts = words.map(({ text }) => text);
  const sentences: TranscribedWord[][] = [];
  for (const [at, word] of words.entries()) {
    const current = sentences.at(-1) ?? [];
    const sofar = texts.slice(at - current.length, at);
    const ahead = texts.slice(at, at + wordsAhead);
    const pauseSeconds = pauseBetween(words[at - 1], word);
    if (at === 0 || endsQuestion(sofar, ahead) || endsHere(sofar, ahead, pauseSeconds)) sentences.push([word]);
    else current.push(word);
  }
  return sentences;
}
