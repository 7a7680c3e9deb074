import { readTable } from '#speech/somali/word-list.ts';

/** A sentence whose mistranslation does harm; the rules were written without the halves `final` and `unseen`. */
export type SafetySentence = { set: string; half: string; kind: string; somali: string; english: string };

const names = ['negation', 'medicine-and-office', 'radio-and-health', 'unseen'] as const;

/** The sentences of the four sets (`lab/test-sets/safety-*.tsv`). */
export const readSafetySets = (half?: string): SafetySentence[] =>
  names
    .flatMap((set) =>
      readTable(new URL(`../test-sets/safety-${set}.tsv`, import.meta.url)).map(
        ([part = '', kind = '', somali = '', english = '']) => ({ set, half: part, kind, somali, english }),
      ),
    )
    .filter((sentence) => half === undefined || sentence.half === half);

/** A term of the field: how its Somali forms begin, and how English words for it begin. */
export type KeyTerm = { kind: string; somali: string; english: readonly string[] };

export const keyTerms: readonly KeyTerm[] = readTable(new URL('../test-sets/key-terms.tsv', import.meta.url)).map(
  ([kind = '', somali = '', english = '']) => ({ kind, somali, english: english.toLowerCase().split('/') }),
);
