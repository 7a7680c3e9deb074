/** One recording of a test set with what was said and, where it is known, the English. */
export type TestClip = { file: string; audioPath: string; text: string; english: string | undefined };

/** The parts that corpora are published in. */
export const splits = ['test', 'dev', 'train'] as const;
export type Split = (typeof splits)[number];

/** Reads a corpus in the folders it is published in; `null` where the folder is not one of that corpus. */
export type CorpusReader = (folder: string, split: Split) => Promise<TestClip[] | null>;
