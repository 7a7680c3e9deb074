import type { TranscribedWord } from '#shared/transcript.ts';
import { clauseOpeners, connectors, focusWords, looksFinite, subordinators } from './clauses.ts';
import { findCommas } from './gaps.ts';
import { isListItem } from './lists.ts';
import { capitaliseFirst, findNames, spellName } from './names.ts';
import { readDigit } from './number-words.ts';
import { isQuestion } from './questions.ts';
import { wordsOf } from './word-list.ts';

const said = /^(?:y?iri|yidhi|tiri|tidhi|idhi|nidhi|yiraahdeen|yidhaahdeen|dhaheen|yidhaahdaan|yiraahdaan)$/;
/** Who speaks opens a sentence of their own: behind `in` it would be reported speech. */
const speechOpeners = wordsOf('speechOpeners');

/** `wuxuu yiri, waan daalay`: where direct speech begins. Where it ends cannot be heard, so it stands in no quotes. */
function introducesSpeech(words: readonly string[], at: number): boolean {
  const [next = '', afterNext = ''] = words.slice(at + 1, at + 3);
  if (!said.test(words[at] ?? '') || !speechOpeners.has(next)) return false;
  // `waa in la sugo` is reported, `waxaad tidhi waa run` is "what you said is true".
  if (next === 'waa' && (afterNext === 'in' || clauseOpeners.has(words[at - 1] ?? ''))) return false;
  return words.slice(0, at).some((word) => clauseOpeners.has(word) || focusWords.has(word));
}

/** A comma after word `at`: where the weights have one, and where an opening `if` or `when` clause ends. */
function takesComma(words: readonly string[], at: number, found: ReadonlySet<number>): boolean {
  const [word = '', next = ''] = words.slice(at, at + 2);
  if (readDigit(word) !== undefined && readDigit(next) !== undefined) return false;
  if (connectors.has(word) && word !== 'ah') return false;
  // An answer, and what is added to it; `haa dheh` is "say yes".
  const answers = at === 0 && /^(?:haa|maya)$/.test(word) && !/^(?:haa|maya|dheh|ah|iyo|ama|oo)$/.test(next);
  if (answers && !focusWords.has(next)) return true;
  const isSubordinate =
    subordinators.has(words[0] ?? '') && !words.slice(0, at + 1).some((one) => clauseOpeners.has(one));
  return found.has(at) || (isSubordinate && at > 0 && clauseOpeners.has(next) && looksFinite(word));
}

/** Capital letters, commas and the closing mark of one sentence; the words themselves stay as they are. */
export function punctuateSentence(words: readonly TranscribedWord[]): TranscribedWord[] {
  const texts = words.map(({ text }) => text);
  const names = findNames(texts);
  const commas = findCommas(texts);
  const asks = isQuestion(texts);
  return words.map((word, at) => {
    const spelled = spellName(word.text) ?? word.text;
    const cased = at === 0 || names.has(at) ? capitaliseFirst(spelled) : spelled;
    const introduces = isListItem(texts, at) || (!asks && introducesSpeech(texts, at));
    const takesOne = takesComma(texts, at, commas) || introduces;
    const mark = at === words.length - 1 ? (asks ? '?' : '.') : takesOne ? ',' : '';
    return { ...word, text: cased + mark };
  });
}
