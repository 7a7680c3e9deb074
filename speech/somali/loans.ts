import type { TranscribedWord } from '#shared/transcript.ts';
import { clauseOpeners, focusWords } from './clauses.ts';
import { listKept } from './kept-words.ts';
import { setOfWords, wordsOf } from './word-list.ts';

/** They take the article behind a hyphen (docs/somali-glossary.md); loans in Somali spelling at once: `telefoonka`. */
const loans = wordsOf('loans');
/** Joined to their article these have become Somali words: `internetka`. */
const loansHeardApart = setOfWords('internet');

const possessors = '(?:ay|ey|aa)[gd]|iis|iiy|eed|eenn?|iinn?|ood|ayag|ayad';
const article = new RegExp(`^[kghtd](?:(?:${possessors})?(?:a|u|ii)|(?:an|aas)[iu]?)(?:na|se|ba)?$`);

/** Articles that are words of their own: prepositions, "this one", "do not". */
const wordsOfTheirOwn = setOfWords('ha hu ka ku ta tu da kan tan kaas taas kii tii kana tana kuna hana kaba kase kuba');
/**
 * `laptop ka iibso` is "buy a laptop from": only before one of these is `ka` the article. An object's pronoun stands before
 * the preposition, never behind it: `whatsapp ka iigu dir`.
 */
const afterNoun = setOfWords('iyo oo ee ma ayaana baana ii iiga iigu kuu kuugu noo nooga noogu loo lagu cidna');

function isArticleApart(word: string, next: string | undefined): boolean {
  if (!article.test(word)) return false;
  if (!wordsOfTheirOwn.has(word)) return true;
  if (/(?:na|ha|hu|ba|se)$/.test(word)) return false;
  if (/^[kt]ii$/.test(word)) return true;
  return next === undefined || afterNoun.has(next) || clauseOpeners.has(next) || focusWords.has(next);
}

const loanWithArticle = new RegExp(`^(${[...loans].join('|')})-?([kghtd].*)$`);

/** `laptopkayga` → `laptop-kayga`. */
function hyphenate(word: string): string {
  const [, loan, ending = ''] = loanWithArticle.exec(word) ?? [];
  return loan !== undefined && article.test(ending) ? `${loan}-${ending}` : word;
}

/** A foreign word and its Somali article, heard as one word or as two, are written with a hyphen: `passport-ka`. */
export function joinLoanArticles(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = words.map((word) => ({ ...word, text: hyphenate(word.text) }));
  const kept = listKept(edited);
  kept.forEach(({ word, index }, at) => {
    const next = kept[at + 1];
    const isLoan = loans.has(word.text) || loansHeardApart.has(word.text);
    if (!isLoan || !next || !isArticleApart(next.word.text, kept[at + 2]?.word.text)) return;
    edited[index] = { ...word, text: `${word.text}-${next.word.text}` };
    edited[next.index] = { ...next.word, text: '' };
  });
  return edited;
}
