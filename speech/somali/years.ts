import { clauseOpeners, focusWords } from './clauses.ts';
import { days, months, spellName } from './names.ts';
import { amountWords, type NumberPhrase, readNumber } from './number-words.ts';
import { setOfWords } from './word-list.ts';

const yearWord = /^sann?ad/;
const month = /^bish/;
/** Events that happen to one person in one year. */
const lifeEvent = /^(?:dhash[ae]y|dhala(?:t[ae]y|sh)|dhalash|dhint|geeriyoo|qalin|jabi(?:y[ae]y|say)|guursa[dt])/;
const period = /^(?:intii|muddadii|xilligii|sannadihii|sanadihii)$/;
const between = /^dh[ae]xe?[ae]?y/;

/** After a year, and never after a number that counts something, whose noun would stand here. */
const afterYear = setOfWords('iyo ilaa illaa laakiin balse ee markii kolkii ka ku u la waxa oo');
const definiteNoun = /(?:[kghtd]|dh|sh)(?:a|ii|u|an|aas|ayga|aygii|iisa|eeda)$/;

function countsSomething(words: readonly string[], end: number): boolean {
  const [next, noun = ''] = words.slice(end, end + 2);
  if (next === undefined) return false;
  if (next === 'oo') return !clauseOpeners.has(noun);
  // `2013 maalin Jimce ah`: the day is no thing that is counted.
  if (next === 'maalin' && days.has(noun)) return false;
  const isNoun = !afterYear.has(next) && !clauseOpeners.has(next) && !focusWords.has(next);
  return isNoun && spellName(next) === undefined && !(next.length >= 5 && definiteNoun.test(next));
}

/** `2020 ilaa 2023`: both ends of a span are years of our time, and nothing is counted. */
function isYearAhead(words: readonly string[], at: number): boolean {
  const number = readNumber(words, at);
  if (!number || number.value < 1_900 || number.value > 2_100 || number.value % 100 === 0) return false;
  return !countsSomething(words, at + number.length);
}

/** 1,200 and 1,500 of something are said every day; as years they are rare. */
const isRoundAndOld = (value: number) => value < 1_800 && value % 100 === 0;

/**
 * Whether a number of four digits is a year, which is printed without a comma. Only where the words before it say so:
 * `sannadkii`, a month, `tan iyo`, `ilaa`, `waxaan dhashay`. `followsYear`: it ends a span that began with a year.
 */
export function isYear(
  words: readonly string[],
  at: number,
  { value, length, article }: NumberPhrase,
  followsYear: boolean,
): boolean {
  if (value < 1_000 || value > 2_100) return false;
  if (article !== undefined || followsYear) return true;
  const [third = '', second = '', first = ''] = [words[at - 3], words[at - 2], words[at - 1]];
  const next = words[at + length] ?? '';
  const isMoney = amountWords.has(next) || (next === 'oo' && amountWords.has(words[at + length + 1] ?? ''));
  if (isMoney || isRoundAndOld(value)) return false;
  if ([second, first].some((word) => yearWord.test(word) || months.has(word))) return true;
  // `bisha laba kun` is a wage; `bisha saddexaad laba kun iyo toban` is a date.
  if (month.test(second) && first.endsWith('aad')) return true;
  if (value < 1_800 || countsSomething(words, at + length)) return false;
  if (next === 'ilaa' && isYearAhead(words, at + length + 1)) return true;
  if ((second === 'tan' && first === 'iyo') || /^bilaab(?:o|ow|atay|antay)$/.test(first)) return true;
  // `ilaa laba kun iyo toban ayaa yimid` is so many people.
  if (/^il?laa$/.test(first)) return value % 100 !== 0 && next !== 'ayaa' && next !== 'baa';
  const before = words.slice(Math.max(0, at - 4), at);
  if (between.test(first)) return before.some((word) => period.test(word));
  // `waxaa dhashay laba kun iyo toban`: so many were born.
  return [third, second, first].some((word) => lifeEvent.test(word)) && !before.some((word) => /^waxaa?$/.test(word));
}
