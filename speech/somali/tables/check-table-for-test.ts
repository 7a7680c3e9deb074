import { describe, expect, it } from 'vitest';
import type { TranscribedWord } from '#shared/transcript.ts';
import { enhanceWords } from '../enhance.ts';

const wordSeconds = 0.3;
const gapSeconds = 0.05;

/** Words spoken in a steady stream; `|` stands for a pause of 0.8 s, `/` for one of 0.4 s. */
export function speak(line: string): TranscribedWord[] {
  let at = 0;
  const words: TranscribedWord[] = [];
  for (const raw of line.split(' ')) {
    if (raw === '|' || raw === '/') {
      at += raw === '|' ? 0.8 : 0.4;
      continue;
    }
    words.push({ raw, text: raw, startSeconds: at, endSeconds: at + wordSeconds, confidence: 9 });
    at += wordSeconds + gapSeconds;
  }
  return words;
}

export const enhance = (line: string): string =>
  enhanceWords(speak(line))
    .sentences.map(({ text }) => text)
    .join(' ');

/** What is heard, what a careful writer makes of it and, where that is more than the rules dare, what they write. */
export type Row = readonly [heard: string, right: string, written?: string];

/**
 * A kind of edit on rows it was written against (`development`) and on rows that were put away until it was finished
 * (`final`); the decision record counts the latter.
 */
export function checkTable(kind: string, rows: { development: readonly Row[]; final: readonly Row[] }): void {
  const check = ([heard, right, written]: Row) => {
    expect(enhance(heard)).toBe(written ?? right);
  };
  describe(kind, () => {
    for (const row of rows.development) it(`development: ${row[0]}`, () => check(row));
    for (const row of rows.final) it(`final: ${row[0]}`, () => check(row));
  });
}
