import type { TranscribedWord } from '#shared/transcript.ts';
import { clauseOpeners, commaBefore, looksFinite, subordinators } from './clauses.ts';
import { capitaliseFirst, spellName } from './names.ts';
import { findNames } from './names-in-place.ts';
import { isQuestion } from './questions.ts';
import type { WordMarks } from './sentences.ts';

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
    const takesOne = takesComma(words, at) || marks[at]?.mark === ',';
    const mark = at === words.length - 1 ? (asks ? '?' : '.') : takesOne ? ',' : '';
    return { ...word, text: cased + mark };
  });
}
