import { type EditedTexts, englishOf } from '#shared/edited-texts.ts';
import { bareWord, retimeWords, splitWords } from '#shared/export/retime-words.ts';
import { mediumConfidenceFrom } from '#shared/limits.ts';
import { listDifferences } from '#shared/match-words.ts';
import { applySpeakers } from '#shared/speakers.ts';
import type { TranscribedSegment, TranscribedWord } from '#shared/transcript.ts';
import type { Span } from '../../lib/audio-player.ts';
import type { Result } from './result-store.ts';

/** A word of the Somali as it is now, and whether it should be checked; a word that was put in has no mark. */
export type ReadWord = TranscribedWord & { isDoubtful?: boolean };

/** Where a row stands in a text: its first sign, and the one behind its last. */
type Place = { start: number; end: number };

/** A sentence as it was said, with its Somali and its English as they are now. */
export type Row = Span & {
  speaker: number | undefined;
  words: readonly ReadWord[];
  heard: readonly ReadWord[];
  somali: string;
  english: string;
  /** The Somali was corrected after this English was made. */
  isOutdated: boolean;
  places: Record<'transcript' | 'translation' | 'translationOf', Place>;
};

type Texts = Pick<EditedTexts, 'transcript' | 'translation' | 'translationOf'>;

/** The rows of a result; corrected words stay in the row of those that they replaced. */
export function buildRows({ result, edited }: { result: Result; edited: EditedTexts }): Row[] {
  const told = { words: result.words, segments: englishOf({ result, edited }).segments };
  const segments = joinSentences(applySpeakers(told, edited.speakers).segments, result);
  const somali = segments.map(({ transcript }) => transcript);
  const english = segments.map(({ translation }) => translation);
  const [now, of] = [cutLike(somali, edited.transcript), cutLike(somali, edited.translationOf)];
  const translated = cutLike(english, edited.translation);
  const words = markDoubtful(result.words, edited.transcript);
  const heard = hearRows(segments, result.words);
  return segments.map(({ startSeconds, endSeconds, speaker }, at) => {
    const placeIn = (cuts: Cut[]) => cuts[at] ?? nowhere;
    const places = { transcript: placeIn(now), translation: placeIn(translated), translationOf: placeIn(of) };
    const read = (name: keyof Texts) => edited[name].slice(places[name].start, places[name].end);
    return {
      ...{ startSeconds, endSeconds, speaker, places, somali: read('transcript'), english: read('translation') },
      words: words.slice(places.transcript.firstWord, places.transcript.wordsEnd),
      heard: heard[at] ?? [],
      isOutdated: splitWords(read('transcript')).join(' ') !== splitWords(read('translationOf')).join(' '),
    };
  });
}

type Sentence = Pick<TranscribedSegment, 'startSeconds' | 'endSeconds' | 'speaker' | 'transcript' | 'translation'>;

/** A sentence may run over several segments; its English is in the first. Old results without segments are one row. */
function joinSentences(segments: readonly TranscribedSegment[], whole: Result): Sentence[] {
  const sentences: Sentence[] = [];
  for (const segment of segments) {
    const last = sentences.at(-1);
    if (segment.transcript === '' && segment.translation === '') continue;
    if (last !== undefined && segment.translation === '' && segment.speaker === last.speaker) {
      last.transcript = `${last.transcript} ${segment.transcript}`;
      last.endSeconds = segment.endSeconds;
    } else sentences.push({ ...segment });
  }
  const { transcript, translation, durationSeconds } = whole;
  return sentences.length > 0 ? sentences : [{ startSeconds: 0, endSeconds: durationSeconds, transcript, translation }];
}

type Cut = Place & { firstWord: number; wordsEnd: number };
const nowhere: Cut = { start: 0, end: 0, firstWord: 0, wordsEnd: 0 };

/** Where the parts of a text are now that words of it were replaced, put in or taken out. */
export function cutLike(parts: readonly string[], text: string): Cut[] {
  const now = splitWords(text);
  const rows =
    text === parts.join(' ') ? parts.flatMap((part, row) => splitWords(part).map(() => row)) : findRows(parts, now);
  let [word, sign] = [0, 0];
  return parts.map((_, row) => {
    const cut = { start: sign, end: sign, firstWord: word, wordsEnd: word };
    for (; rows[word] === row; word += 1) {
      const start = text.indexOf(now[word] ?? '', sign);
      if (word === cut.firstWord) cut.start = start;
      sign = start + (now[word]?.length ?? 0);
    }
    return { ...cut, end: sign, wordsEnd: word };
  });
}

/** The row of each word: its own where it is still there, else the row of what it replaced. */
function findRows(parts: readonly string[], now: readonly string[]): number[] {
  const base = parts.flatMap((part, row) => splitWords(part).map((word) => ({ word, row })));
  const rows: number[] = [];
  const fill = (until: number, place: (at: number) => number) => {
    for (let at = rows.length; at < until; at += 1) rows.push(base[Math.min(place(at), base.length - 1)]?.row ?? 0);
  };
  let ahead = 0;
  const words = base.map(({ word }) => word);
  for (const { start, end, otherStart, otherEnd } of listDifferences(words, now)) {
    fill(otherStart, (at) => at + ahead);
    const added = now.slice(otherStart, otherEnd);
    if (start === end) fill(otherEnd, () => (belongsBefore(added) ? Math.max(0, start - 1) : start));
    else fill(otherEnd, (at) => start + Math.floor(((at - otherStart) * (end - start)) / added.length));
    ahead = end - otherEnd;
  }
  fill(now.length, (at) => at + ahead);
  return rows;
}

/** Words put in between two rows: the beginning of a sentence belongs to what follows. */
const belongsBefore = (added: readonly string[]) =>
  /[.?!]$/.test(added.at(-1) ?? '') || !/^[^\p{L}]*\p{Lu}/u.test(added[0] ?? '');

function hearRows(rows: readonly Span[], words: readonly TranscribedWord[]): ReadWord[][] {
  const marked = findLeastCertain(words);
  const heard = rows.map((): ReadWord[] => []);
  let row = 0;
  for (const [at, word] of words.entries()) {
    const middle = (word.startSeconds + word.endSeconds) / 2;
    while (middle >= (rows[row + 1]?.startSeconds ?? Number.POSITIVE_INFINITY)) row += 1;
    heard[row]?.push({ ...word, isDoubtful: marked.has(at) });
  }
  return heard;
}

/** The words of the text as it is now: a correction answers one mark and makes no other. */
export function markDoubtful(words: readonly TranscribedWord[], text: string): ReadWord[] {
  const known = words.filter((word) => word.text !== '');
  const doubtful = findLeastCertain(known);
  const marked = known.map((word, at) => ({ ...word, isDoubtful: doubtful.has(at) }));
  return text === known.map((word) => word.text).join(' ') ? marked : retimeWords(marked, text);
}

/** More marks than one word in ten and readers stop looking at them. */
const mostMarkedShare = 0.1;

/** Which words to mark for checking: the least certain ones, only of low confidence, one for each ten or part of ten. */
export function findLeastCertain(words: readonly TranscribedWord[]): ReadonlySet<number> {
  const most = Math.ceil(words.length * mostMarkedShare);
  const doubtful = words
    .map(({ confidence }, at) => ({ confidence: confidence ?? Number.POSITIVE_INFINITY, at }))
    .filter(({ confidence }) => confidence < mediumConfidenceFrom)
    .sort((a, b) => a.confidence - b.confidence || a.at - b.at);
  return new Set(doubtful.slice(0, most).map(({ at }) => at));
}

function replacePart(text: string, { start, end }: Place, part: string): string {
  const lines = `${text.slice(0, start)} ${part.trim()} ${text.slice(end)}`.split('\n');
  return lines
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim();
}

/** The texts with a row corrected; English that its reader wrote belongs to the Somali beside it. */
export function correctRow(row: Row, texts: Texts, { somali, english }: Pick<Row, 'somali' | 'english'>): Texts {
  const transcript = replacePart(texts.transcript, row.places.transcript, somali);
  if (english === row.english) return { ...texts, transcript };
  return {
    transcript,
    translation: replacePart(texts.translation, row.places.translation, english),
    translationOf: replacePart(texts.translationOf, row.places.translationOf, somali),
  };
}

export type Replacement = { from: string; to: string };

/** The first word of a correction that stands for one word of before. */
export function findReplacement(before: string, after: string): Replacement | undefined {
  const [old, now] = [splitWords(before), splitWords(after)];
  const found = listDifferences(old.map(bareWord), now.map(bareWord)).find(
    ({ start, end, otherStart, otherEnd }) => end - start === 1 && otherEnd > otherStart && otherEnd - otherStart <= 3,
  );
  if (found === undefined) return undefined;
  const from = undress(old[found.start] ?? '').letters;
  const to = undress(now.slice(found.otherStart, found.otherEnd).join(' ')).letters;
  // A capital that both have may be that of the sentence; the words it goes to have their own.
  const isCapital = (word: string) => /^\p{Lu}/u.test(word);
  return { from, to: isCapital(from) ? `${to.charAt(0).toLowerCase()}${to.slice(1)}` : to };
}

/** Where a word stands: in which row, and which word it is of the row and of the whole text. */
export type Occurrence = { row: number; word: number; at: number };

export function findOccurrences(rows: readonly Row[], from: string): Occurrence[] {
  const all = rows.flatMap(({ words }, row) => words.map(({ text }, word) => ({ row, word, text: bareWord(text) })));
  return all.flatMap(({ text, ...place }, at) => (text === bareWord(from) ? [{ ...place, at }] : []));
}

export function replaceWords(text: string, to: string, places: readonly Occurrence[]): string {
  const chosen = new Set(places.map(({ at }) => at));
  let at = -1;
  return text.replace(/\S+/g, (found) => {
    at += 1;
    return chosen.has(at) ? dressWord(to, found) : found;
  });
}

/** What stands before and after a word's letters: its marks. */
function undress(word: string): { before: string; letters: string; after: string } {
  const [, before = '', letters = '', after = ''] = /^([^\p{L}\p{N}]*)(.*[\p{L}\p{N}'])?(.*)$/su.exec(word) ?? [];
  return { before, letters, after };
}

/** Another word in the dress of the one that stood there: its capital and its marks. */
export function dressWord(word: string, like: string): string {
  const { before, letters, after } = undress(like);
  const isCapital = letters.charAt(0) !== letters.charAt(0).toLowerCase();
  return `${before}${isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word}${after}`;
}
