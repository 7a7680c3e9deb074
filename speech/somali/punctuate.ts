import type { TranscribedWord } from '#shared/transcript.ts';
import { clauseOpeners, commaBefore, focusWords, looksFinite, subordinators } from './clauses.ts';
import { isListItem } from './lists.ts';
import { capitaliseFirst, findNames, spellName } from './names.ts';
import { isQuestion } from './questions.ts';
import type { WordMarks } from './sentences.ts';
import { wordsOf } from './word-list.ts';

const said = /^(?:y?iri|yidhi|tiri|tidhi|idhi|nidhi|yiraahdeen|yidhaahdeen|dhaheen|yidhaahdaan|yiraahdaan)$/;
/** Who speaks opens a sentence of their own: behind `in` it would be reported speech. */
const speechOpeners = wordsOf('speechOpeners');

/** `wuxuu yiri, waan daalay`: where what somebody says begins. Where it ends nobody hears, so it stands in no quotes. */
function introducesSpeech(words: readonly string[], at: number): boolean {
  const [next = '', afterNext = ''] = words.slice(at + 1, at + 3);
  if (!said.test(words[at] ?? '') || !speechOpeners.has(next)) return false;
  // `waa in la sugo` is reported, `waxaad tidhi waa run` is "what you said is true".
  if (next === 'waa' && (afterNext === 'in' || clauseOpeners.has(words[at - 1] ?? ''))) return false;
  return words.slice(0, at).some((word) => clauseOpeners.has(word) || focusWords.has(word));
}

/** A comma after word `at`: before `laakiin` and its like, and where an opening `if` or `when` clause ends. */
function takesComma(words: readonly TranscribedWord[], at: number): boolean {
  const word = words[at]?.text ?? '';
  const next = words[at + 1]?.text;
  if (next === undefined) return false;
  if (commaBefore.has(next)) return at > 0;
  if (next === 'maxaa' && words[at + 2]?.text === 'yeelay') return at > 0;
  const opening = words.slice(0, at + 1);
  const isSubordinate = subordinators.has(words[0]?.text ?? '') && !opening.some(({ text }) => clauseOpeners.has(text));
  return isSubordinate && at > 0 && clauseOpeners.has(next) && looksFinite(word);
}

/** The letters at these places in upper case; one that would become two letters stays. */
function writeLarge(text: string, places: readonly number[]): string {
  if (places.length === 0) return text;
  const large = (letter: string) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter);
  return [...text].map((letter, at) => (places.includes(at) ? large(letter) : letter)).join('');
}

/**
 * Capital letters, commas and the closing mark of one sentence; the words themselves stay as they are. A model's marks are
 * added to those of the rules and take none away.
 * @param marks one for each word, or none.
 */
export function punctuateSentence(
  words: readonly TranscribedWord[],
  marks: readonly WordMarks[] = [],
): TranscribedWord[] {
  const texts = words.map(({ text }) => text);
  const names = findNames(texts);
  const asks = isQuestion(texts) || marks[words.length - 1]?.mark === '?';
  return words.map((word, at) => {
    const spelled = writeLarge(spellName(word.text) ?? word.text, marks[at]?.capitals ?? []);
    const cased = at === 0 || names.has(at) ? capitaliseFirst(spelled) : spelled;
    const introduces = isListItem(texts, at) || (!asks && introducesSpeech(texts, at));
    const takesOne = takesComma(words, at) || introduces || marks[at]?.mark === ',';
    const mark = at === words.length - 1 ? (asks ? '?' : '.') : takesOne ? ',' : '';
    return { ...word, text: cased + mark };
  });
}
