import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '#shared/transcript.ts';
import { enhanceWords } from '#speech/somali/enhance.ts';

const pauses: Readonly<Record<string, number>> = { '|': 0.8, '/': 0.4 };

/** Words spoken in a steady stream; `|` stands for a pause of 0.8 s, `/` for one of 0.4 s. */
export function speak(line: string): TranscribedWord[] {
  let at = 0;
  return line.split(' ').flatMap((raw) => {
    const startSeconds = at;
    at += pauses[raw] ?? 0.35;
    return raw in pauses ? [] : [{ raw, text: raw, startSeconds, endSeconds: startSeconds + 0.3, confidence: 9 }];
  });
}

export const enhance = (line: string): string =>
  enhanceWords(speak(line))
    .sentences.map(({ text }) => text)
    .join(' ');

/** What is heard, what a careful writer makes of it and, where that is more than the rules dare, what they write. */
type Row = readonly [heard: string, right: string, written?: string];

/** A kind of edit on rows it was written against, and on rows put away until it was finished (`final`): these count. */
export function checkTable(kind: string, tables: { development: readonly Row[]; final: readonly Row[] }): void {
  describe.each(Object.entries(tables))(`${kind}: %s`, (_name, rows) => {
    for (const [heard, right, written] of rows) it(heard, () => expect(enhance(heard)).toBe(written ?? right));
  });
}
