// Question forms of Somali (models.md §7). `ma` opens a yes/no question and also negates, so the verb decides.

import { subordinators } from '../somali/clauses.ts';
import {
  askingEnding,
  askingEndingWithFocus,
  askingWords,
  becauseAfterMaxaa,
  focusWords,
  joinedMa,
  whoWords,
  yesNoWord,
} from '../somali/questions.ts';
import { asksAfterMa } from '../somali/verb-polarity.ts';

/** After one of these a question word only reports a question: `ma garanayo halkee…`, `wuxuu i weydiiyey sidee…`. */
const reportingVerb =
  /^(?:garan|gartay|ogaa|ogahay|ogi|aqaan|weydii|waydii|isweydii|sheeg|xasuus|ogaad|fahm|ara?g|ark|hadl|tus|sharax|fikir|eeg|iri$|yiri$|tiri$|yidhi$|tidhi$)/;

/** `yaa Allaah`, `yaa Raxmaan`: a call, not "who". */
const calledUpon = /^(?:alla+h?|alle|ilaah|rabbi|raxmaan|raxiim|kariim|cadiim)/;

/** A finite verb before a question word makes a clause of its own, and the question is a reported one. */
const finiteEnding = /(?:[^aeiouy]ay|[aeiou]say|ayay|yey|teen|yeen|[^aeiou]een|ayaa|[^aeiou]taa|aysaa|aynaa|ayo)$/;
const isFiniteVerb = (word: string) => word.length >= 5 && finiteEnding.test(word) && !focusWords.has(word);

/** `markii uu awowgii dhintay, maxaa…?`: the finite verb belongs to the clause before the question. */
const isReported = (before: readonly string[]) =>
  before.some((word) => reportingVerb.test(word)) || (before.some(isFiniteVerb) && !subordinators.has(before[0] ?? ''));

function asksAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (word === 'maxaa' && becauseAfterMaxaa.has(next)) return false;
  if (word === 'ka' && (next === 'waran' || next === 'warran')) return at === 0 || words.length <= at + 6;
  if (word === 'yaa' && calledUpon.test(next)) return false;
  if (whoWords.has(word) && (words[at - 1] === 'waa' || at === words.length - 1)) return true;
  const asksByEnding = askingEndingWithFocus.test(word) || (askingEnding.test(word) && focusWords.has(next));
  return asksByEnding || askingWords.has(word);
}

/** `… waa maxay`, `… waa midabkee`: the end asks, whatever went before. */
function asksAtEnd(words: readonly string[]): boolean {
  const [before, last = ''] = words.slice(-2);
  return before === 'waa' && (whoWords.has(last) || askingEnding.test(last));
}

/** Whether a sentence (lower-case words, no punctuation) asks something. */
export function isQuestion(words: readonly string[]): boolean {
  if (words[0] === 'mise' || asksAtEnd(words) || words.some((word) => yesNoWord.test(word))) return true;
  if (words.some((_, at) => asksAt(words, at) && !isReported(words.slice(0, at)))) return true;
  const maAt = words.findIndex((word) => word === 'ma' || joinedMa.has(word));
  if (maAt < 0) return false;
  const after = words.slice(maAt + 1);
  return after.includes('mise') || asksAfterMa(after);
}
