import { readFileSync } from 'node:fs';
import lists from './word-lists.json' with { type: 'json' };

/** Words written one after the other, as lists of them are easiest to read. */
export const listWords = (words: string): readonly string[] => words.trim().split(/\s+/);

export const setOfWords = (words: string): ReadonlySet<string> => new Set(listWords(words));

/** A list that is too long to stand where it is used: an entry of `word-lists.json`. */
export const wordsOf = (list: keyof typeof lists): ReadonlySet<string> => setOfWords(lists[list]);

/** The rows of a table: columns divided by tabs, below a line that names them. */
export const readTable = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
