import { isEnglishWord } from '#speech/english/english-dictionary.ts';
import { explainNames } from '#speech/english/english-names.ts';
import { toKey } from '#speech/english/lexicon.ts';
import { findEnglishNumbers } from '#speech/english/spoken-numbers.ts';
import type { SafeTranslation } from '#speech/english/translate-safely.ts';
import { type KeyTerm, keyTerms, type SafetySentence } from './read-safety-sets.ts';

export type SafetyAnswer = { sentence: SafetySentence; answer: SafeTranslation };

const denial =
  /\b(?:not|cannot|no|never|nothing|nobody|none|nowhere|neither|nor|without|unable|fail|lack|refus|un[a-z]{5})|n't\b|[a-z]less\b/i;
const denies = (english: string): boolean => denial.test(english.replace(/^\[not understood]/, ''));
const numbersOf = (english: string): string =>
  findEnglishNumbers(english)
    .map(({ value }) => value)
    .filter((value) => value > 1)
    .sort((one, other) => one - other)
    .join(' ');

/** Whether a text has a word, or two, that begins so. */
const has = (text: string, start: string): boolean => ` ${toKey(text)}`.includes(` ${start}`);
const isSaidIn = ({ english }: KeyTerm, text: string): boolean => english.some((word) => has(text, word));

/** Names of Somali places come in many spellings: one that sounds like the Somali is that place. */
function isPlaceIn(term: KeyTerm, text: string): boolean {
  if (isSaidIn(term, text)) return true;
  const isExplained = explainNames(term.somali);
  const names = text.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [];
  return names.some((name) => !isEnglishWord(toKey(name)) && isExplained(name));
}

export type Counts = { found: number; missed: number; added: number };

/** Key terms of the Somali that the English says, those it does not, and those it says of its own. */
export function countTerms(somali: string, reference: string, text: string): Counts {
  const counts = { found: 0, missed: 0, added: new Set<string>() };
  for (const term of keyTerms) {
    const isMeant = has(somali, term.somali) && isSaidIn(term, reference);
    const isSaid = term.kind === 'place' && isMeant ? isPlaceIn(term, text) : isSaidIn(term, text);
    if (isMeant) counts[isSaid ? 'found' : 'missed'] += 1;
    else if (isSaid && !isSaidIn(term, reference)) counts.added.add(term.english.join('/'));
  }
  return { ...counts, added: counts.added.size };
}

/** Key terms of what was said that were heard, that were not, and those that were heard and not said. */
export function countHeardTerms(said: string, heard: string): Counts {
  const [isSaid, isHeard] = [said, heard].map((text) => (term: KeyTerm) => has(text, term.somali));
  const count = (isOf: (term: KeyTerm) => boolean | undefined) => keyTerms.filter(isOf).length;
  return {
    found: count((term) => isSaid?.(term) && isHeard?.(term)),
    missed: count((term) => isSaid?.(term) && !isHeard?.(term)),
    added: count((term) => !isSaid?.(term) && isHeard?.(term)),
  };
}

export const addCounts = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, one) => ({ found: sum.found + one.found, missed: sum.missed + one.missed, added: sum.added + one.added }),
    {
      found: 0,
      missed: 0,
      added: 0,
    },
  );

export function scoreTerms({ found, missed, added }: Counts): { precision: number; recall: number; f1: number } {
  const [precision, recall] = [found / Math.max(1, found + added), found / Math.max(1, found + missed)];
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

/** What a shown sentence says otherwise than the Somali. */
export function findHarm({ sentence, answer }: SafetyAnswer): string[] {
  if (!answer.isUnderstood) return [];
  const found: string[] = [];
  const [isMeant, isSaid] = [denies(sentence.english), denies(answer.text)];
  if (isMeant && !isSaid) found.push('negation lost');
  if (!isMeant && isSaid) found.push('negation added');
  if (numbersOf(sentence.english) !== numbersOf(answer.text)) found.push('number');
  const places = keyTerms.filter(
    (term) => term.kind === 'place' && has(sentence.somali, term.somali) && isSaidIn(term, sentence.english),
  );
  if (places.some((place) => !isPlaceIn(place, answer.text))) found.push('place');
  return found;
}
