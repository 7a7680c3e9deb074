import { readFile } from 'node:fs/promises';
import type { WordMarks } from '../../somali/sentences.ts';
import { type MarkKind, markKinds } from '../ports.ts';

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

/** Of one kind: places where one could stand, how many were set, how many of them where people set one, how many they set. */
type MarkCount = { places: number; predicted: number; right: number; actual: number };
export type MarkCounts = Record<MarkKind, MarkCount>;

export const noMarks = () =>
  Object.fromEntries(markKinds.map((kind) => [kind, { places: 0, predicted: 0, right: 0, actual: 0 }])) as MarkCounts;

/** Large letters of a word for its own sake: the first word of a sentence has one anyway. */
const isName = (marks: readonly WordMarks[], at: number): boolean =>
  at > 0 && !marks[at - 1]?.ends && (marks[at]?.capitals.includes(0) ?? false);

/** Whether a kind stands at a word; the end of the whole text is nobody's merit. */
const standsAt: Record<MarkKind, (marks: readonly WordMarks[], at: number) => boolean> = {
  end: (marks, at) => at < marks.length - 1 && (marks[at]?.ends ?? false),
  comma: (marks, at) => marks[at]?.mark === ',',
  question: (marks, at) => marks[at]?.mark === '?',
  capital: isName,
};

/** Adds what was predicted for a text, beside what people wrote, to the counts. */
export function countMarks(counts: MarkCounts, predicted: readonly WordMarks[], actual: readonly WordMarks[]): void {
  actual.forEach((_, at) => {
    for (const kind of markKinds) {
      // Whether a large letter is a name's cannot be told where people begin a sentence.
      if (kind === 'capital' && (at === 0 || actual[at - 1]?.ends)) continue;
      const [isSaid, isWanted] = [standsAt[kind](predicted, at), standsAt[kind](actual, at)];
      counts[kind].places += 1;
      counts[kind].predicted += Number(isSaid);
      counts[kind].actual += Number(isWanted);
      counts[kind].right += Number(isSaid && isWanted);
    }
  });
}

type Punctuate = (words: readonly string[]) => Promise<WordMarks[]>;

/** Of five marks that are added in speech four must be right, and of too few nothing can be said. */
const worstPrecision = 0.8;
const fewestMarks = 10;
/** Words of speech for one mark: the sentences of the self-test are short and full of them, which would flatter a model. */
const wordsPerMark: Record<MarkKind, number> = { end: 14, comma: 20, question: 80, capital: 14 };

/** How many of the marks that a model sets would be right in a text with as few of them as speech has. */
function estimatePrecision(kind: MarkKind, { places, predicted, right, actual }: MarkCounts[MarkKind]): number {
  const found = right / actual / wordsPerMark[kind];
  const invented = ((predicted - right) / (places - actual)) * (1 - 1 / wordsPerMark[kind]);
  return found / (found + invented);
}

/** Sentences of ours (lab/training/corpus) in paragraphs, written as they should be. */
export async function readSelfTest(): Promise<MarkedText[]> {
  const text = await readFile(new URL('self-test.txt', import.meta.url), 'utf8');
  return text.trim().split('\n').map(readMarkedText);
}

/**
 * What a model may be trusted with: the kinds of marks that it sets right in texts whose marks are known. Its graph answers
 * with decisions and no probabilities, so that it cannot be asked how sure it is.
 */
export async function runSelfTest(punctuate: Punctuate): Promise<{ trusted: MarkKind[]; counts: MarkCounts }> {
  const counts = noMarks();
  for (const { words, marks } of await readSelfTest()) countMarks(counts, await punctuate(words), marks);
  const isTrusted = (kind: MarkKind) =>
    counts[kind].predicted >= fewestMarks && estimatePrecision(kind, counts[kind]) >= worstPrecision;
  return { trusted: markKinds.filter(isTrusted), counts };
}

/** What of a model's marks may be used. The large letter with which it begins a sentence stays with that sentence. */
export function keepTrusted(marks: readonly WordMarks[], trusted: readonly MarkKind[]): WordMarks[] {
  return marks.map(({ mark, capitals, ends }, at) => {
    const isKept = (mark === ',' && trusted.includes('comma')) || (mark === '?' && trusted.includes('question'));
    const isNamed = isName(marks, at) && trusted.includes('capital');
    return { mark: isKept ? mark : '', capitals: isNamed ? capitals : [], ends: ends && trusted.includes('end') };
  });
}
