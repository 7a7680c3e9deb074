import { foldApostrophes } from './alphabet.ts';

/**
 * Spellings that are never another word, and their standard form. Regional forms that are correct for their speakers
 * (labo, todobo, -ey) stay as spoken.
 */
const misspellings: ReadonlyMap<string, string> = new Map([
  ['hadii', 'haddii'],
  ['hada', 'hadda'],
  ['hadana', 'haddana'],
  ['laakin', 'laakiin'],
  ['lakin', 'laakiin'],
  ['lakiin', 'laakiin'],
  ['wuxu', 'wuxuu'],
  ['wuxuuu', 'wuxuu'],
  ['muxu', 'muxuu'],
  ['waxad', 'waxaad'],
  ['inshalah', 'insha Allaah'],
  ['inshallah', 'insha Allaah'],
]);

/** Folds apostrophes, drops them at the start of a word and shortens a vowel held for three letters or more to two. */
export function normaliseWord(raw: string): string {
  const folded = foldApostrophes(raw)
    .replace(/^'+/, '')
    .replace(/([aeiou])\1{2,}/g, '$1$1');
  return misspellings.get(folded) ?? folded;
}
