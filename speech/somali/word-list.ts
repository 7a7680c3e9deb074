/** Words written one after the other, as lists of them are easiest to read. */
export const listWords = (words: string): readonly string[] => words.trim().split(/\s+/);

export const setOfWords = (words: string): ReadonlySet<string> => new Set(listWords(words));
