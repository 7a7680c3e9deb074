import type { WordMarks } from '../engines/punctuator.ts';

/** A text as people write it, apart: its words as a recogniser hears them, and what was written around them. */
export type MarkedText = { words: string[]; marks: WordMarks[] };

const aroundWord = /^["“”(«'‘]*(.*?)["“”)»'’]*([.,?!:;…]*)["“”)»'’]*$/u;

function readMark(written: string): WordMarks['mark'] {
  if (written.includes('?')) return '?';
  if (/[.!…]/.test(written)) return '.';
  return /[,:;]/.test(written) ? ',' : '';
}

/** Takes marks and large letters off a text; the end of the text is the end of a sentence. */
export function readMarkedText(text: string): MarkedText {
  const read: MarkedText = { words: [], marks: [] };
  for (const written of text.split(/\s+/)) {
    const [, word = '', after = ''] = aroundWord.exec(written) ?? [];
    if (!/[\p{L}\d]/u.test(word)) continue;
    const mark = readMark(after);
    const capitals = [...word].flatMap((letter, at) => (letter === letter.toLowerCase() ? [] : [at]));
    read.words.push(word.toLowerCase());
    read.marks.push({ mark, capitals, ends: mark === '.' || mark === '?' });
  }
  return read;
}
