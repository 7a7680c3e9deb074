import type { TranscribedWord } from '#shared/contract/transcription.ts';

/** What the enhancement did to a word: nothing, only case and punctuation, a change of letters, or took it out. */
export type ChangeKind = 'same' | 'punctuation' | 'changed' | 'removed';

export type WordChange = { raw: string; text: string; kind: ChangeKind };

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}'’]/gu, '');

function kindOf({ raw, text }: Pick<TranscribedWord, 'raw' | 'text'>): ChangeKind {
  if (text === '') return 'removed';
  if (text === raw) return 'same';
  return lettersOf(text) === lettersOf(raw) ? 'punctuation' : 'changed';
}

export const findChanges = (words: readonly TranscribedWord[]): WordChange[] =>
  words.map(({ raw, text }) => ({ raw, text, kind: kindOf({ raw, text }) }));

export type ChangeCounts = { punctuation: number; changed: number; removed: number };

export function countChanges(changes: readonly WordChange[]): ChangeCounts {
  const counts: ChangeCounts = { punctuation: 0, changed: 0, removed: 0 };
  for (const { kind } of changes) if (kind !== 'same') counts[kind] += 1;
  return counts;
}
