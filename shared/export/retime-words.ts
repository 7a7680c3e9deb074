import type { TranscribedSegment, TranscribedWord } from '../transcript.ts';

const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Words are the same word whatever their case and punctuation. */
const bareWord = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}'’]/gu, '');

/** Beyond this two texts have nothing in common that is worth the memory to find. */
const mostComparisons = 10_000_000;

/** Pairs (at in `from`, at in `to`) of a longest common subsequence of two word lists; most corrections change little. */
function alignWords(from: readonly string[], to: readonly string[]): [number, number][] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const middle = alignDifferent(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  return [
    ...Array.from({ length: head }, (_, at): [number, number] => [at, at]),
    ...middle.map(([one, other]): [number, number] => [head + one, head + other]),
    ...Array.from({ length: tail }, (_, at): [number, number] => [from.length - tail + at, to.length - tail + at]),
  ];
}

function alignDifferent(from: readonly string[], to: readonly string[]): [number, number][] {
  if (from.length * to.length > mostComparisons) return [];
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        from[row] === to[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < from.length && column < to.length) {
    if (from[row] === to[column]) pairs.push([row++, column++]);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** How much of a text became another, from 0 to 1: the words that do not stand in both, of the longer one. */
export function shareOfWordsChanged(before: string, after: string): number {
  const [from, to] = [splitWords(before).map(bareWord), splitWords(after).map(bareWord)];
  const longer = Math.max(from.length, to.length);
  return longer === 0 ? 0 : 1 - alignWords(from, to).length / longer;
}

/** Shares a stretch of time among words, by their letters. */
function spreadWords(words: readonly string[], startSeconds: number, endSeconds: number): TranscribedWord[] {
  const total = words.reduce((sum, word) => sum + word.length, 0);
  let letters = 0;
  const timeAt = (count: number) => startSeconds + ((endSeconds - startSeconds) * count) / Math.max(1, total);
  return words.map((text) => {
    const from = timeAt(letters);
    letters += text.length;
    return { raw: '', text, startSeconds: from, endSeconds: timeAt(letters), confidence: null };
  });
}

/**
 * The words of an edited text with times for subtitles: a word that was there keeps its time, words put in share the
 * time of what stood in their place, or of the pause there.
 */
export function retimeWords(words: readonly TranscribedWord[], editedText: string): TranscribedWord[] {
  const known = words.filter(({ text }) => text !== '');
  const edited = splitWords(editedText);
  const endSeconds = known.at(-1)?.endSeconds ?? 0;
  const pairs = alignWords(
    known.map(({ text }) => bareWord(text)),
    edited.map(bareWord),
  );
  const retimed: TranscribedWord[] = [];
  let from = 0;
  let to = 0;
  for (const [knownAt, editedAt] of [...pairs, [known.length, edited.length] as const]) {
    const inserted = edited.slice(to, editedAt);
    const startsAt = known[from]?.startSeconds ?? endSeconds;
    const gapStart = from === knownAt ? (known[knownAt - 1]?.endSeconds ?? 0) : startsAt;
    const gapEnd =
      from === knownAt ? (known[knownAt]?.startSeconds ?? endSeconds) : (known[knownAt - 1]?.endSeconds ?? endSeconds);
    retimed.push(...spreadWords(inserted, gapStart, Math.max(gapStart, gapEnd)));
    const kept = known[knownAt];
    const text = edited[editedAt];
    if (kept !== undefined && text !== undefined) retimed.push({ ...kept, text });
    from = knownAt + 1;
    to = editedAt + 1;
  }
  return retimed;
}

/** The words that are known of a sentence that was not understood are too many to be read in its time. */
const withoutGlosses = (text: string) => text.replaceAll(/(?<=\[not understood\]) \([^)]*\)/g, '');

/** The translation as words with times: each segment's words share its time, and an edited text is fitted to them. */
export function timeTranslation(segments: readonly TranscribedSegment[], editedText: string): TranscribedWord[] {
  const words = segments.flatMap(({ translation, startSeconds, endSeconds }) =>
    spreadWords(splitWords(withoutGlosses(translation)), startSeconds, endSeconds),
  );
  return retimeWords(words, withoutGlosses(editedText));
}
