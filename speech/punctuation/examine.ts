import { readFile } from 'node:fs/promises';
import { type MarkKind, markKinds, type WordMarks } from '../engines/punctuator.ts';
import { countMarks, isName, type MarkCounts, noMarks } from './count-marks.ts';
import { type MarkedText, readMarkedText } from './marked-text.ts';

type Punctuate = (words: readonly string[]) => Promise<WordMarks[]>;

/** Of five marks that are added in speech four must be right, and of too few nothing can be said. */
const worstPrecision = 0.8;
const fewestMarks = 10;
/** Words of speech for one mark: the sentences of the examination are short and full of them, which would flatter a model. */
const wordsPerMark: Record<MarkKind, number> = { end: 14, comma: 20, question: 80, capital: 14 };

/** How many of the marks that a model sets would be right in a text with as few of them as speech has. */
function estimatePrecision(kind: MarkKind, { places, predicted, right, actual }: MarkCounts[MarkKind]): number {
  const found = right / actual / wordsPerMark[kind];
  const invented = ((predicted - right) / (places - actual)) * (1 - 1 / wordsPerMark[kind]);
  return found / (found + invented);
}

/** Sentences of ours (lab/training/corpus) in paragraphs, written as they should be. */
export async function readExam(): Promise<MarkedText[]> {
  const text = await readFile(new URL('exam.txt', import.meta.url), 'utf8');
  return text.trim().split('\n').map(readMarkedText);
}

/**
 * What a model may be trusted with: the kinds of marks that it sets right in texts whose marks are known. Its graph answers
 * with decisions and no probabilities, so that it cannot be asked how sure it is.
 */
export async function examine(punctuate: Punctuate): Promise<{ trusted: MarkKind[]; counts: MarkCounts }> {
  const counts = noMarks();
  for (const { words, marks } of await readExam()) countMarks(counts, await punctuate(words), marks);
  const isTrusted = (kind: MarkKind) =>
    counts[kind].predicted >= fewestMarks && estimatePrecision(kind, counts[kind]) >= worstPrecision;
  return { trusted: markKinds.filter(isTrusted), counts };
}

/** What of a model's marks may be used. The large letter with which it begins a sentence stays with that sentence. */
export function withhold(marks: readonly WordMarks[], trusted: readonly MarkKind[]): WordMarks[] {
  return marks.map(({ mark, capitals, ends }, at) => {
    const isKept = (mark === ',' && trusted.includes('comma')) || (mark === '?' && trusted.includes('question'));
    const isNamed = isName(marks, at) && trusted.includes('capital');
    return { mark: isKept ? mark : '', capitals: isNamed ? capitals : [], ends: ends && trusted.includes('end') };
  });
}
