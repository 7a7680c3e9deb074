import { foldApostrophes } from '#shared/fold-apostrophes.ts';

/** As a recogniser writes it: small letters without accents, one word where a hyphen joins two. */
const asHeard = (word: string): string =>
  foldApostrophes(word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()).replaceAll('-', '');

/** The single words of a person's names and terms. */
export const listParts = (ownWords: readonly string[]): string[] => ownWords.flatMap((word) => word.split(' '));

/** A shorter one would be heard in many other words. */
const shortestPreferred = 3;

/** What a recogniser should prefer for these names and terms, in its own letters. */
export const listHeardForms = (ownWords: readonly string[]): string[] =>
  listParts(ownWords)
    .map(asHeard)
    .filter(({ length }) => length >= shortestPreferred);

/**
 * Where a person's own words were heard, and how each part of them is written.
 * @param heard words as they were recognised.
 * @param ownWords names and terms of one word or several, as they are to be written; longer ones go first.
 */
export function findOwnWords(heard: readonly string[], ownWords: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const known = ownWords
    .map((word) => word.split(' ').map((written) => ({ written, heard: asHeard(written) })))
    .sort((one, other) => other.length - one.length);
  const byBeginning = Map.groupBy(known, ([first]) => first?.heard);
  const said = heard.map(asHeard);
  for (let at = 0; at < said.length; at += 1) {
    const parts = byBeginning
      .get(said[at])
      ?.find((own) => own.every((part, offset) => part.heard === said[at + offset]));
    parts?.forEach(({ written }, offset) => {
      found.set(at + offset, written);
    });
    at += Math.max(0, (parts?.length ?? 0) - 1);
  }
  return found;
}
