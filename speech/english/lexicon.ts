import { foldApostrophes } from '#shared/fold-apostrophes.ts';
import { readTable, wordsOf } from '../somali/word-list.ts';

/** What is known of a word form: its part of speech (`np` is a name) and its English, the likeliest first. */
export type LexiconEntry = { kind: string; english: readonly string[] };

/** A text as the tables' keys are written: small letters and straight apostrophes, without marks. */
export const toKey = (text: string): string =>
  foldApostrophes(text.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

// Read with the module, so that no recording waits for it: 15,000 lines.
const entries: ReadonlyMap<string, LexiconEntry> = new Map(
  readTable(new URL('lexicon.tsv', import.meta.url)).map(([form = '', kind = '', english = '']) => [
    form,
    { kind, english: english.split(' ; ') },
  ]),
);

/** Several words as one key: where letters are doubled and words divided is what is misheard and misspelt most. */
const toPhraseKey = (key: string): string =>
  key.includes(' ') ? key.replaceAll(/[ ']/g, '').replaceAll(/(.)\1+/g, '$1') : key;

const phrases: ReadonlyMap<string, string> = new Map(
  readTable(new URL('phrases.tsv', import.meta.url)).map(([somali = '', english = '']) => [
    toPhraseKey(toKey(somali)),
    english,
  ]),
);
const commonWords: ReadonlySet<string> = new Set(
  [...entries.values()]
    .filter(({ kind }) => kind !== 'np')
    .flatMap(({ english }) => english.flatMap((text) => text.split(/[^a-z]+/))),
);

/** The entry of a word form, or of two words that are one ("ma karo"). */
export const lookUp = (form: string): LexiconEntry | undefined => entries.get(form);

/** Every English word that an entry of this form has, in small letters. */
export const englishWordsOf = (form: string): string[] =>
  (lookUp(form)?.english ?? []).flatMap((text) => toKey(text).split(' '));

/** Whether an English word stands for some Somali word that is no name. */
export const isCommonWord = (word: string): boolean => commonWords.has(word);

const grammarKinds: ReadonlySet<string> = new Set(['conj', 'part', 'prep', 'pron']);

/** Whether a word holds a sentence together and says nothing by itself. */
export const isGrammar = ({ kind }: LexiconEntry): boolean => grammarKinds.has(kind);

/**
 * The English of a whole sentence that the tables hold: an everyday phrase, or a single word.
 * @returns `undefined` where they do not; then a translator is asked.
 * @example translatePhrase('Subax wanaagsan!') // 'Good morning!'
 */
export function translatePhrase(sentence: string): string | undefined {
  const key = toKey(sentence);
  const phrase = phrases.get(toPhraseKey(key));
  if (phrase !== undefined) return phrase;
  const word = key.includes(' ') ? undefined : lookUp(key);
  if (word === undefined) return undefined;
  const [english = ''] = word.english;
  return english.charAt(0).toUpperCase() + english.slice(1) + (/[.!?]$/.exec(sentence.trim())?.[0] ?? '');
}

const mostGlosses = 10;
/** Words that hold a sentence together and would say nothing by themselves. */
const unglossed = wordsOf('unglossed');
const modalVerbs = wordsOf('modalVerbs');

/** A sentence without its *not* would say the opposite. `aan` is far more often *I*, and its verb shows that it is not. */
const isNegation = (word: string, { english }: LexiconEntry): boolean =>
  word !== 'aan' && english.slice(0, 2).some((text) => /\bnot\b/.test(text));

const isGlossed = (word: string, entry: LexiconEntry): boolean =>
  isNegation(word, entry) || !(isGrammar(entry) || unglossed.has(word));

/**
 * The words of a sentence that carry meaning and that the lexicon knows, each with its two likeliest meanings, in order.
 * @example glossWords('Bidix ha u leexan.') // bidix: left, ha: do not / let, leexan: turn
 */
export function glossWords(sentence: string): { somali: string; english: string }[] {
  const words = toKey(sentence).split(' ');
  const isQuestion = sentence.trimEnd().endsWith('?');
  const glosses: ReturnType<typeof glossWords> = [];
  for (let at = 0; at < words.length && glosses.length < mostGlosses; at += 1) {
    const [word = '', next = '', afterNext = ''] = words.slice(at, at + 3);
    // "Uur ma leedahay?" asks; it does not say that she has none.
    if (isQuestion && word === 'ma') continue;
    // "ma seexan" is "did not sleep", "ma seexan karo" is "cannot sleep".
    const pair = word === 'ma' && modalVerbs.has(afterNext) ? undefined : lookUp(`${word} ${next}`);
    const entry = pair ?? lookUp(word);
    if (pair) at += 1;
    if (entry === undefined || !isGlossed(word, entry)) continue;
    const somali = pair ? `${word} ${next}` : word;
    if (glosses.some((gloss) => gloss.somali === somali)) continue;
    glosses.push({ somali, english: entry.english.slice(0, 2).join(' / ') });
  }
  return glosses;
}
