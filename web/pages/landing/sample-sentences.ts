import type { Sample } from '#shared/samples.ts';

export type SampleSentence = { somali: string; english: string; startSeconds: number; endSeconds: number };

/** A recording of ours by its sentences, each with its English and where it is said. */
export function splitSample({ words, english }: Sample): SampleSentence[] {
  const englishSentences = english.split(/(?<=[.?!])\s/);
  const sentences: SampleSentence[] = [];
  let begun: SampleSentence | undefined;
  for (const [word, startSeconds, endSeconds] of words) {
    begun = {
      somali: begun === undefined ? word : `${begun.somali} ${word}`,
      english: englishSentences[sentences.length] ?? '',
      startSeconds: begun?.startSeconds ?? startSeconds,
      endSeconds,
    };
    if (!/[.?!]$/.test(word)) continue;
    sentences.push(begun);
    begun = undefined;
  }
  return sentences;
}
