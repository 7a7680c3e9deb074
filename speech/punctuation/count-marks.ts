import { type MarkKind, markKinds, type WordMarks } from '../engines/punctuator.ts';

/** Of one kind: places where one could stand, how many were set, how many of them where people set one, how many they set. */
export type MarkCount = { places: number; predicted: number; right: number; actual: number };
export type MarkCounts = Record<MarkKind, MarkCount>;

const none: MarkCount = { places: 0, predicted: 0, right: 0, actual: 0 };
export const noMarks = (): MarkCounts => ({
  end: { ...none },
  comma: { ...none },
  question: { ...none },
  capital: { ...none },
});

/** Large letters of a word for its own sake: the first word of a sentence has one anyway. */
export const isName = (marks: readonly WordMarks[], at: number): boolean =>
  at > 0 && !marks[at - 1]?.ends && (marks[at]?.capitals.includes(0) ?? false);

/** The kinds that stand at a word; the end of the whole text is nobody's merit. */
function listKinds(marks: readonly WordMarks[], at: number): ReadonlySet<MarkKind> {
  const word = marks[at];
  const kinds = new Set<MarkKind>();
  if (word?.ends && at < marks.length - 1) kinds.add('end');
  if (word?.mark === ',') kinds.add('comma');
  if (word?.mark === '?') kinds.add('question');
  if (isName(marks, at)) kinds.add('capital');
  return kinds;
}

/** Adds what was predicted for a text, beside what people wrote, to the counts. */
export function countMarks(counts: MarkCounts, predicted: readonly WordMarks[], actual: readonly WordMarks[]): void {
  actual.forEach((_, at) => {
    const [said, wanted] = [listKinds(predicted, at), listKinds(actual, at)];
    for (const kind of markKinds) {
      // Whether a large letter is a name's cannot be told where people begin a sentence.
      if (kind === 'capital' && (at === 0 || actual[at - 1]?.ends)) continue;
      counts[kind].places += 1;
      counts[kind].predicted += Number(said.has(kind));
      counts[kind].actual += Number(wanted.has(kind));
      counts[kind].right += Number(said.has(kind) && wanted.has(kind));
    }
  });
}
