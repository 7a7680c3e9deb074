import type { TranscribedWord } from '#shared/transcript.ts';

/** What the enhancement did to a word: nothing, only case and punctuation, a change of letters, or took it out. */
export type ChangeKind = 'same' | 'punctuation' | 'changed' | 'removed';

/** `raw` is one word, or several that became one ("laba iyo labaatan" → "22"). */
export type WordChange = { raw: string; text: string; kind: ChangeKind };

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}'’]/gu, '');
const withoutApostrophes = (text: string) => lettersOf(text).replace(/['’]/g, '');

function kindOf(raw: string, text: string): ChangeKind {
  if (text === '') return 'removed';
  if (text === raw) return 'same';
  return lettersOf(text) === lettersOf(raw) ? 'punctuation' : 'changed';
}

/** Whether a word without text went into the word before: a number written in digits, or two halves joined. */
function isPartOf(before: WordChange | undefined, { raw, text }: TranscribedWord): boolean {
  if (text !== '' || before === undefined || before.kind !== 'changed') return false;
  return /\d/.test(before.text) || withoutApostrophes(before.text).startsWith(withoutApostrophes(before.raw + raw));
}

export function findChanges(words: readonly TranscribedWord[]): WordChange[] {
  const changes: WordChange[] = [];
  for (const word of words) {
    const before = changes.at(-1);
    if (before !== undefined && isPartOf(before, word)) before.raw += ` ${word.raw}`;
    else changes.push({ raw: word.raw, text: word.text, kind: kindOf(word.raw, word.text) });
  }
  return changes;
}

export type ChangeCounts = { punctuation: number; changed: number; removed: number };

export function countChanges(changes: readonly WordChange[]): ChangeCounts {
  const counts: ChangeCounts = { punctuation: 0, changed: 0, removed: 0 };
  for (const { kind } of changes) if (kind !== 'same') counts[kind] += 1;
  return counts;
}
